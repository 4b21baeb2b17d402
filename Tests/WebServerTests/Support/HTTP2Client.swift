import Sockets
import System
import TLS
import TestSupport

/// A peer on one TLS connection; it belongs to one task of a loop.
final class HTTP2Client {
  let peer: HTTP2Peer
  let stream: TLSStream
  /// The socket under the stream.
  let socket: SocketStream

  init(
    _ stream: TLSStream, over socket: SocketStream, settings: [(UInt32, UInt32)] = [],
    opensWindows: Bool = true
  ) {
    self.stream = stream
    self.socket = socket
    peer = HTTP2Peer(settings: settings, opensWindows: opensWindows)
  }

  func send() async throws {
    let output = peer.takeOutput()
    if !output.isEmpty { try await stream.write(output[...], until: .after(hangTimeout)) }
  }

  /// Reads once; returns false at the end of the connection.
  func read() async throws -> Bool {
    try await send()
    var bytes: [UInt8] = []
    let count = try await stream.read(into: &bytes, atMost: 65_536, until: .after(hangTimeout))
    peer.receive(bytes)
    try await send()
    return count > 0
  }

  /// Reads until a condition holds or the connection is over.
  func read(until condition: (HTTP2Peer) -> Bool) async throws {
    try await send()
    while !condition(peer), try await read() {}
  }

  /// Sends a request and returns its response.
  func call(
    _ method: String = "GET", _ path: String, _ fields: [(String, String)] = [],
    body: [UInt8]? = nil
  ) async throws -> HTTP2Response {
    let id = peer.request(method, path, fields, body: body)
    return try await response(to: id)
  }

  func response(to id: Int32) async throws -> HTTP2Response {
    try await read { $0.responses[id]?.closeCode != nil }
    return peer.responses[id] ?? HTTP2Response()
  }

  /// Sends bytes outside the peer's state, and returns all input until the end.
  func rest(after bytes: [UInt8]) async throws -> [UInt8] {
    try? await stream.write(bytes[...], until: .after(hangTimeout))
    var received: [UInt8] = []
    while true {
      do throws(StreamError) {
        let count = try await stream.read(
          into: &received, atMost: 65_536, until: .after(hangTimeout))
        if count == 0 { return received }
      } catch {
        guard error == .reset || error == .truncated else { throw error }
        return received
      }
    }
  }

  func isAtEnd() async throws -> Bool {
    while try await read() {}
    return true
  }
}

extension TestServer {
  /// Runs an HTTP/2 client on a loop of its own.
  @discardableResult
  func withHTTP2Client<Value: Sendable>(
    settings: [(UInt32, UInt32)] = [], opensWindows: Bool = true,
    _ body: @escaping @Sendable (HTTP2Client) async throws -> Value
  ) async throws -> Value {
    let loop = try EventLoop(name: "client")
    defer { loop.stop() }
    let context = try TLSContext.client(trusting: certificate, applicationProtocols: ["h2"])
    let address = address
    return try await loop.run {
      let socket = try await SocketStream.connect(
        to: address, on: loop, until: .after(hangTimeout))
      let tls = try await TLSStream.connect(
        over: socket, to: address.hostText, context: context, until: .after(hangTimeout))
      let client = HTTP2Client(
        tls, over: socket, settings: settings, opensWindows: opensWindows)
      defer { tls.close() }
      return try await body(client)
    }
  }
}
