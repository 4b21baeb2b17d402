import Sockets
import TestSupport

/// An HTTP proxy that makes tunnels to one address, whatever name is asked of it.
final class ConnectProxy: Sendable {
  /// Both ends of a tunnel; they are made and used on the proxy's loop alone, which is what lets two
  /// tasks of that loop share them.
  private final class Tunnel: @unchecked Sendable {
    let client: SocketStream
    let server: SocketStream

    init(_ client: SocketStream, _ server: SocketStream) {
      self.client = client
      self.server = server
    }

    func close() {
      client.close()
      server.close()
    }
  }

  private let address: SocketAddress
  private let asked = Lock<[String]>([])

  private init(to address: SocketAddress) { self.address = address }

  /// The names and ports that were asked for.
  var targets: [String] { asked.withLock { $0 } }

  /// Runs a body beside a proxy, with its URL.
  static func with<Value: Sendable>(
    to address: SocketAddress, _ body: (ConnectProxy, String) async throws -> Value
  ) async throws -> Value {
    let proxy = ConnectProxy(to: address)
    let loop = try EventLoop(name: "proxy")
    defer { loop.stop() }
    let (ports, continuation) = AsyncStream<UInt16>.makeStream()
    let serving = Task(executorPreference: loop) {
      try await proxy.serve(on: loop) { continuation.yield($0) }
    }
    defer { serving.cancel() }
    var iterator = ports.makeAsyncIterator()
    return try await body(proxy, "http://127.0.0.1:\(await iterator.next() ?? 0)")
  }

  private func serve(on loop: EventLoop, _ didListen: (UInt16) -> Void) async throws {
    let listener = try Listener(on: .loopback(), loop: loop)
    didListen(listener.address.port)
    defer { listener.close() }
    while true {
      let client = try await listener.accept()
      let server = try await SocketStream.connect(
        to: address, on: loop, until: .after(.seconds(20)))
      let tunnel = Tunnel(client, server)
      Task(executorPreference: loop) {
        defer { tunnel.close() }
        try? await self.open(tunnel, on: loop)
      }
    }
  }

  private func open(_ tunnel: Tunnel, on loop: EventLoop) async throws {
    var head: [UInt8] = []
    while head.suffix(4) != Array("\r\n\r\n".utf8)[...] {
      guard try await tunnel.client.read(into: &head, atMost: 4096, until: .never) > 0 else {
        return
      }
    }
    let line = String(decoding: head, as: UTF8.self).split(separator: " ")
    guard line[0] == "CONNECT" else { return }
    asked.withLock { $0.append(String(line[1])) }
    let answer = Array("HTTP/1.1 200 Connection established\r\n\r\n".utf8)
    try await tunnel.client.write(answer[...], until: .never)
    Task(executorPreference: loop) {
      defer { tunnel.close() }
      try? await Self.pump(tunnel.server, tunnel.client)
    }
    try await Self.pump(tunnel.client, tunnel.server)
  }

  private static func pump(_ source: SocketStream, _ sink: SocketStream) async throws {
    var chunk: [UInt8] = []
    while try await source.read(into: &chunk, atMost: 1 << 16, until: .never) > 0 {
      try await sink.write(chunk[...], until: .never)
      chunk = []
    }
  }
}
