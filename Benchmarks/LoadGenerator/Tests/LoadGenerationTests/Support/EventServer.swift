import EventLoop
import Foundation
import Sockets
import TLS

/// A server with streams of events and posts, on one loop: it sends each post to all streams.
final class EventServer: Sendable {
  /// What it does wrong.
  enum Fault {
    /// Sends the event of each post to only some of the streams.
    case loses(every: Int)
    /// Sends the event of each post twice.
    case repeats
  }

  let port: UInt16
  let certificate: String
  private let directory: String
  private let loop: EventLoop
  private let context: TLSContext
  private let fault: Fault?
  private let streamSources = Lock<[String]>([])
  private let streams = Lock<[LoopBound<TLSStream>]>([])

  init(_ fault: Fault? = nil) async throws {
    directory = NSTemporaryDirectory() + "event-server-\(UUID().uuidString)"
    certificate = directory + "/server.crt"
    let files = CertifiedKeyFiles(
      certificate: certificate, privateKey: directory + "/server.key")
    try CertificateRequest(hosts: ["127.0.0.1"]).make().write(to: files)
    context = try TLSContextSlot(files: files, applicationProtocols: ["http/1.1"]).current()
    let loop = try EventLoop(name: "event server")
    let ports = try BoundPorts([.loopback()], loopCount: 1)
    (self.loop, self.fault, port) = (loop, fault, ports.addresses[0].port)
    try await loop.run {
      for listener in try ports.listen(on: loop) {
        loop.start(listener) { await self.accept(on: $0) }
      }
    }
  }

  /// The addresses of the streams, in the order in which they came.
  var sources: [String] { streamSources.withLock { $0 } }

  func stop() {
    loop.stop()
    try? FileManager.default.removeItem(atPath: directory)
  }

  nonisolated(nonsending) private func accept(on listener: Listener) async {
    while (try? await listener.waitForConnection()) != nil {
      while let socket = try? listener.acceptNow() {
        let source = socket.peer.hostText
        loop.start(socket) { try await self.serve($0, from: source) }
      }
    }
  }

  nonisolated(nonsending) private func serve(_ socket: SocketStream, from source: String)
    async throws
  {
    let stream = try TLSStream(accepting: socket, context: context)
    try await stream.handshake(until: .after(.seconds(20)))
    var input: [UInt8] = []
    while try await stream.read(into: &input, atMost: 4096, until: .after(.seconds(20))) > 0 {
      guard let head = input.firstRange(of: Array("\r\n\r\n".utf8)) else { continue }
      if input.starts(with: "GET".utf8) {
        let text = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n\(chunk("retry: 1\n\n"))"
        streamSources.withLock { $0.append(source) }
        streams.withLock { $0.append(LoopBound(stream, on: loop)) }
        try await stream.write(Array(text.utf8)[...], until: .after(.seconds(20)))
        return
      }
      let body = String(decoding: input[head.upperBound...], as: UTF8.self)
      let event = chunk("event: chatt\ndata: \(body)\n\n")
      input.removeAll()
      try await send(event)
      let response = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"
      try await stream.write(Array(response.utf8)[...], until: .after(.seconds(20)))
    }
  }

  private func chunk(_ text: String) -> String {
    "\(String(text.utf8.count, radix: 16))\r\n\(text)\r\n"
  }

  nonisolated(nonsending) private func send(_ event: String) async throws {
    for (number, stream) in streams.withLock({ $0 }).enumerated() {
      var text = event
      switch fault {
      case .loses(let every): if number % every == 0 { continue }
      case .repeats: text += event
      case nil: break
      }
      try await stream.value.write(Array(text.utf8)[...], until: .after(.seconds(20)))
    }
  }
}
