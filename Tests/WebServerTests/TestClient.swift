import Sockets
import TLS

/// An answer as it came, taken apart just enough to look at it.
struct TestAnswer: Sendable {
  let status: Int
  let head: String
  let body: [UInt8]

  var text: String { String(decoding: body, as: UTF8.self) }
}

/// A client that says what it is told, byte for byte, on one TLS connection.
final class TestClient {
  let stream: TLSStream
  private var received: [UInt8] = []

  init(_ stream: TLSStream) {
    self.stream = stream
  }

  func send(_ text: String) async throws {
    try await stream.write(Array(text.utf8)[...], until: .after(.seconds(10)))
  }

  func send(_ bytes: [UInt8]) async throws {
    try await stream.write(bytes[...], until: .after(.seconds(10)))
  }

  /// Reads one answer, its content by `Content-Length`, by chunks, or to the end of the stream.
  func answer(hasBody: Bool = true) async throws -> TestAnswer? {
    while true {
      if let end = received.firstRange(of: Array("\r\n\r\n".utf8))?.upperBound {
        let head = String(decoding: received[..<end], as: UTF8.self)
        let status = Int(head.split(separator: " ")[1]) ?? 0
        received.removeSubrange(..<end)
        let body = hasBody && status >= 200 ? try await content(after: head.lowercased()) : []
        return TestAnswer(status: status, head: head, body: body)
      }
      guard try await more() else { return nil }
    }
  }

  private func content(after head: String) async throws -> [UInt8] {
    if let field = head.firstRange(of: "\r\ncontent-length: ") {
      let count = Int(head[field.upperBound...].prefix { $0.isNumber }) ?? 0
      while received.count < count, try await more() {}
      defer { received.removeFirst(min(count, received.count)) }
      return Array(received.prefix(count))
    }
    if head.contains("\r\ntransfer-encoding: chunked") { return try await chunks() }
    while try await more() {}
    defer { received = [] }
    return received
  }

  private func chunks() async throws -> [UInt8] {
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

  /// Whether the server has ended the connection in order.
  func isAtEnd() async throws -> Bool {
    try await !more()
  }

  private func more() async throws -> Bool {
    try await stream.read(into: &received, atMost: 65_536, until: .after(.seconds(10))) > 0
  }

  func close() {
    stream.close()
  }
}
