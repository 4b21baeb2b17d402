public import Sockets
internal import System
public import TLS

/// A received response, parsed just enough for tests.
public struct TestResponse: Sendable {
  public let status: Int
  /// The status line and the fields, with their line ends.
  public let head: String
  public let body: [UInt8]

  public init(status: Int, head: String, body: [UInt8]) {
    self.status = status
    self.head = head
    self.body = body
  }

  /// The body as text.
  public var text: String { String(decoding: body, as: UTF8.self) }
}

/// A client that sends exactly the given bytes, on one TLS connection.
public final class TestClient {
  public let stream: TLSStream
  private var received: [UInt8] = []

  public init(_ stream: TLSStream) {
    self.stream = stream
  }

  /// Runs a body with a client connected to a server on this machine, on a loop of its own.
  ///
  /// - Parameter certificate: The path of the trusted certificate.
  public static func connected<Value: Sendable>(
    to address: SocketAddress, trusting certificate: String,
    _ body: @escaping @Sendable (TestClient) async throws -> Value
  ) async throws -> Value {
    let context = try TLSContext.client(trusting: certificate)
    let loop = try EventLoop(name: "client")
    defer { loop.stop() }
    return try await loop.run {
      let socket = try await SocketStream.connect(
        to: address, on: loop, until: .after(.seconds(60)))
      let tls = try await TLSStream.connect(
        over: socket, to: address.hostText, context: context, until: .after(.seconds(60)))
      let client = TestClient(tls)
      defer { client.close() }
      return try await body(client)
    }
  }

  public func send(_ text: String) async throws {
    try await stream.write(Array(text.utf8)[...], until: .after(.seconds(60)))
  }

  public func send(_ bytes: [UInt8]) async throws {
    try await stream.write(bytes[...], until: .after(.seconds(60)))
  }

  /// Reads one response; its body ends by `Content-Length`, by chunks, or at the end of the stream.
  public func response(hasBody: Bool = true) async throws -> TestResponse? {
    while true {
      if let end = received.firstRange(of: Array("\r\n\r\n".utf8))?.upperBound {
        let head = String(decoding: received[..<end], as: UTF8.self)
        let status = Int(head.split(separator: " ")[1]) ?? 0
        received.removeSubrange(..<end)
        let isBodyExpected = hasBody && status >= 200 && status != 204 && status != 304
        let body = isBodyExpected ? try await readBody(after: head.lowercased()) : []
        return TestResponse(status: status, head: head, body: body)
      }
      guard try await more() else { return nil }
    }
  }

  private func readBody(after head: String) async throws -> [UInt8] {
    if let field = head.firstRange(of: "\r\ncontent-length: ") {
      let count = Int(head[field.upperBound...].prefix { $0.isNumber }) ?? 0
      while received.count < count, try await more() {}
      defer { received.removeFirst(min(count, received.count)) }
      return Array(received.prefix(count))
    }
    if head.contains("\r\ntransfer-encoding: chunked") { return try await readChunks() }
    while try await more() {}
    defer { received = [] }
    return received
  }

  private func readChunks() async throws -> [UInt8] {
    var body: [UInt8] = []
    while true {
      guard let line = received.firstRange(of: [0x0D, 0x0A]) else {
        guard try await more() else { return body }
        continue
      }
      let size = Int(String(decoding: received[..<line.lowerBound], as: UTF8.self), radix: 16) ?? 0
      while received.count < line.upperBound + size + 2, try await more() {}
      body += received[line.upperBound..<line.upperBound + size]
      received.removeFirst(line.upperBound + size + 2)
      if size == 0 { return body }
    }
  }

  /// Reads until the server closes the connection properly, and returns all text, responses or not.
  public func rest() async throws -> String {
    while try await more() {}
    defer { received = [] }
    return String(decoding: received, as: UTF8.self)
  }

  /// Whether the server has closed the connection properly.
  public func isAtEnd() async throws -> Bool {
    try await !more()
  }

  private func more() async throws -> Bool {
    try await stream.read(into: &received, atMost: 65_536, until: .after(.seconds(60))) > 0
  }

  public func close() {
    stream.close()
  }
}
