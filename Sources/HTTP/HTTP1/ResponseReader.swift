/// Reads one HTTP/1.1 response of another server (RFC 9112), without a socket.
///
/// Pass received bytes to `receive`, and call `response` until it returns one. Interim responses
/// (1xx) are skipped. The connection is not used again.
public struct ResponseReader {
  /// Maximum size of the heads of one response, in bytes.
  public static let headBytesMax = 32 << 10

  private let bodyBytesMax: Int
  private var input: [UInt8] = []

  /// Creates a reader.
  ///
  /// - Parameter bodyBytesMax: The maximum size of the body, in bytes.
  public init(bodyBytesMax: Int) { self.bodyBytesMax = bodyBytesMax }

  /// Accepts bytes from the connection.
  public mutating func receive(_ bytes: some Sequence<UInt8>) { input.append(contentsOf: bytes) }

  /// Returns the response if all of it has arrived; nil if more bytes are needed.
  ///
  /// - Parameter isAtEnd: Whether no more bytes will come.
  public mutating func response(isAtEnd: Bool) throws(ResponseReaderError) -> ReceivedResponse? {
    while let end = try endOfHead() {
      let head = try ResponseHead(String(decoding: input[..<end], as: UTF8.self))
      guard head.isInterim else { return try body(after: head, from: end, isAtEnd) }
      input.removeSubrange(..<end)
    }
    guard !isAtEnd else { throw .truncated }
    return nil
  }

  /// Returns the offset after the empty line; nil if it has not arrived.
  private func endOfHead() throws(ResponseReaderError) -> Int? {
    let end = input.prefix(Self.headBytesMax).firstRange(of: [0x0D, 0x0A, 0x0D, 0x0A])?.upperBound
    guard end != nil || input.count < Self.headBytesMax else { throw .tooLarge }
    return end
  }

  private func body(
    after head: ResponseHead, from start: Int, _ isAtEnd: Bool
  ) throws(ResponseReaderError) -> ReceivedResponse? {
    let rest = input[start...]
    let body: [UInt8]?
    switch head.framing {
    case .none: body = []
    case .length(let count):
      guard count <= bodyBytesMax else { throw .tooLarge }
      body = rest.count >= count ? Array(rest.prefix(count)) : nil
    case .chunks: body = try chunks(from: start)
    case .end:
      guard rest.count <= bodyBytesMax else { throw .tooLarge }
      body = isAtEnd ? Array(rest) : nil
    }
    if let body { return ReceivedResponse(status: head.status, body: body) }
    guard !isAtEnd else { throw .truncated }
    return nil
  }

  /// Returns the data of all chunks; nil if the last one has not arrived. Trailers are not read.
  private func chunks(from start: Int) throws(ResponseReaderError) -> [UInt8]? {
    var body: [UInt8] = []
    var position = start
    while let line = try line(from: position) {
      let size: ChunkSize
      do throws(RequestError) { size = try ChunkSize(parsing: input.span, line) } catch {
        throw .malformed
      }
      guard size.dataBytes > 0 else { return body }
      guard size.dataBytes <= bodyBytesMax - body.count else { throw .tooLarge }
      let data = line.upperBound + 2
      let end = data + size.dataBytes
      guard input.count >= end + 2 else { return nil }
      guard input[end] == 0x0D, input[end + 1] == 0x0A else { throw .malformed }
      body += input[data..<end]
      position = end + 2
    }
    return nil
  }

  /// Maximum size of the line before the data of a chunk, in bytes.
  private static let chunkLineBytesMax = 256

  private func line(from start: Int) throws(ResponseReaderError) -> Range<Int>? {
    let rest = input[start...].prefix(Self.chunkLineBytesMax)
    if let end = rest.firstRange(of: [0x0D, 0x0A]) { return start..<end.lowerBound }
    guard rest.count < Self.chunkLineBytesMax else { throw .malformed }
    return nil
  }
}

/// A response of another server.
public struct ReceivedResponse: Sendable, Equatable {
  public let status: Int
  public let body: [UInt8]

  public init(status: Int, body: [UInt8]) { (self.status, self.body) = (status, body) }
}

/// The reason that the bytes of another server are not a response.
public enum ResponseReaderError: Error, Sendable, Equatable {
  case malformed
  /// The head or the body is larger than its limit.
  case tooLarge
  /// The connection ended before the response did.
  case truncated
}

/// The status of a response, and where its body ends (RFC 9112 section 6.3).
private struct ResponseHead {
  enum Framing: Equatable {
    case none
    case length(Int)
    case chunks
    /// The body ends with the connection.
    case end
  }

  let status: Int
  let framing: Framing

  /// Whether another response follows (RFC 9110 section 15.2). A switch of the protocol is final.
  var isInterim: Bool { (100..<200).contains(status) && status != 101 }

  init(_ text: String) throws(ResponseReaderError) {
    let lines = text.split(separator: "\r\n")
    let words = (lines.first ?? "").split(separator: " ", maxSplits: 2)
    guard words.count >= 2, words[0] == "HTTP/1.1" || words[0] == "HTTP/1.0",
      words[1].utf8.count == 3, let status = Int(words[1]), (100..<600).contains(status)
    else { throw .malformed }
    var lengths: Set<Int> = []
    var codings: [String] = []
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":"), let first = line.first, first != " ",
        first != "\t"
      else { throw .malformed }
      let value = line[line.index(after: colon)...].filter { $0 != " " && $0 != "\t" }
      switch line[..<colon].lowercased() {
      case "content-length":
        guard let count = Int(value), count >= 0, value.utf8.allSatisfy(\.isDigit) else {
          throw .malformed
        }
        lengths.insert(count)
      case "transfer-encoding": codings.append(value.lowercased())
      default: break
      }
    }
    self.status = status
    framing = try Self.framing(status, lengths, codings)
  }

  private static func framing(
    _ status: Int, _ lengths: Set<Int>, _ codings: [String]
  ) throws(ResponseReaderError) -> Framing {
    if status < 200 || status == 204 || status == 304 { return .none }
    if !codings.isEmpty {
      guard codings == ["chunked"], lengths.isEmpty else { throw .malformed }
      return .chunks
    }
    guard lengths.count <= 1 else { throw .malformed }
    return lengths.first.map { .length($0) } ?? .end
  }
}
