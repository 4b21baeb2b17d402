/// Parses the responses of one HTTP/1.1 connection in order (RFC 9112), and passes their bodies to a
/// check; it accepts only one status.
///
/// It is lenient where that cannot hide a wrong response, and creates no strings.
public struct ResponseParser {
  private enum State {
    case statusLine
    case fields
    case body(left: Int)
    case chunkSize
    case chunk(left: Int)
    case chunkEnd
    case trailers
  }

  /// The longest line of a head.
  static let lineBytesMax = 8192

  private let status: Int
  private var state = State.statusLine
  private var line: [UInt8] = []
  private var contentLength: Int?
  private var isChunked = false
  /// Whether the connection closes after the last response.
  public private(set) var isLast = false
  /// The body bytes of the current response as received, before decoding.
  public private(set) var bodyBytes = 0

  /// Whether the head of the current response is complete.
  public var hasHead: Bool {
    switch state {
    case .statusLine, .fields: false
    case .body, .chunkSize, .chunk, .chunkEnd, .trailers: true
    }
  }

  /// - Parameter status: The status of a correct response.
  public init(status: Int = 200) {
    self.status = status
  }

  /// Processes received bytes, and returns whether they end a response; no byte may follow it.
  public mutating func receive(_ bytes: [UInt8], check: inout some ResponseBody)
    throws(ResponseError) -> Bool
  {
    var place = 0
    while place < bytes.count {
      let isFinished: Bool
      switch state {
      case .body(let left):
        let count = try take(min(left, bytes.count - place), of: bytes, at: &place, &check)
        state = .body(left: left - count)
        isFinished = left == count
      case .chunk(let left):
        let count = try take(min(left, bytes.count - place), of: bytes, at: &place, &check)
        state = left == count ? .chunkEnd : .chunk(left: left - count)
        isFinished = false
      default:
        guard try takeLine(of: bytes, at: &place) else { return false }
        isFinished = try endLine(&check)
        line.removeAll(keepingCapacity: true)
      }
      guard isFinished else { continue }
      guard place == bytes.count else { throw .unexpectedBytes }
      try check.finish()
      state = .statusLine
      return true
    }
    return false
  }

  private mutating func take(
    _ count: Int, of bytes: [UInt8], at place: inout Int, _ check: inout some ResponseBody
  ) throws(ResponseError) -> Int {
    try check.receive(bytes[place..<place + count])
    bodyBytes += count
    place += count
    return count
  }

  /// Moves bytes up to the end of a line into `line`; false if the line is still incomplete.
  private mutating func takeLine(of bytes: [UInt8], at place: inout Int)
    throws(ResponseError) -> Bool
  {
    var end = place
    while end < bytes.count, bytes[end] != UInt8(ascii: "\n") { end += 1 }
    line.append(contentsOf: bytes[place..<end])
    guard line.count <= Self.lineBytesMax else { throw .malformed("a line without an end") }
    guard end < bytes.count else {
      place = end
      return false
    }
    place = end + 1
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    return true
  }

  /// Processes a complete line, and returns whether it ends the response.
  private mutating func endLine(_ check: inout some ResponseBody) throws(ResponseError) -> Bool {
    switch state {
    case .statusLine: try readStatus(&check)
    case .fields:
      guard line.isEmpty else {
        try readField()
        return false
      }
      if isChunked {
        state = .chunkSize
      } else if let contentLength {
        state = .body(left: contentLength)
        return contentLength == 0
      } else {
        throw .malformed("neither a length nor chunks")
      }
    case .chunkSize:
      let size = try chunkSize()
      state = size == 0 ? .trailers : .chunk(left: size)
    case .chunkEnd:
      guard line.isEmpty else { throw .malformed("a chunk is longer than it says") }
      state = .chunkSize
    case .trailers: return line.isEmpty
    case .body, .chunk: preconditionFailure("a body has no lines")
    }
    return false
  }

  private mutating func readStatus(_ check: inout some ResponseBody) throws(ResponseError) {
    guard starts(with: "HTTP/1.1 "), line.count >= 12,
      let code = Self.number(line[9..<12], radix: 10)
    else { throw .malformed("status line") }
    guard code == status else { throw .status(code) }
    contentLength = nil
    isChunked = false
    isLast = false
    bodyBytes = 0
    check.begin()
    state = .fields
  }

  /// Names are compared without regard to case (RFC 9110 section 5.1).
  private mutating func readField() throws(ResponseError) {
    switch line[0] | 0x20 {
    case UInt8(ascii: "c"):
      if let value = value(of: "content-length:") {
        guard let length = Self.number(value, radix: 10) else {
          throw .malformed("Content-Length")
        }
        contentLength = length
      } else if let value = value(of: "connection:") {
        isLast = value.elementsEqual("close".utf8)
      }
    case UInt8(ascii: "t"):
      if let value = value(of: "transfer-encoding:") {
        guard value.elementsEqual("chunked".utf8) else { throw .malformed("Transfer-Encoding") }
        isChunked = true
      }
    default: break
    }
  }

  private func value(of name: StaticString) -> ArraySlice<UInt8>? {
    guard starts(with: name) else { return nil }
    var value = line[name.utf8CodeUnitCount...]
    while value.first == UInt8(ascii: " ") { value.removeFirst() }
    while value.last == UInt8(ascii: " ") { value.removeLast() }
    return value
  }

  /// Whether the line begins with a text of lower-case letters and signs, in any case.
  private func starts(with text: StaticString) -> Bool {
    guard line.count >= text.utf8CodeUnitCount else { return false }
    return text.withUTF8Buffer { text in
      text.indices.allSatisfy { index in
        unsafe line[index] == text[index] || line[index] | 0x20 == text[index]
      }
    }
  }

  private func chunkSize() throws(ResponseError) -> Int {
    let digits = line.prefix { $0 != UInt8(ascii: ";") }
    guard let size = Self.number(digits, radix: 16) else { throw .malformed("chunk size") }
    return size
  }

  private static func number(_ digits: ArraySlice<UInt8>, radix: Int) -> Int? {
    guard (1...15).contains(digits.count) else { return nil }
    var number = 0
    for byte in digits {
      let digit: Int
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = Int(byte) - 0x30
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = Int(byte) - 0x57
      case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = Int(byte) - 0x37
      default: return nil
      }
      guard digit < radix else { return nil }
      number = number * radix + digit
    }
    return number
  }
}
