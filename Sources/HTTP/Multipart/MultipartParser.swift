/// Splits a body of `multipart/form-data` into its parts while it arrives (RFC 7578, RFC 2046
/// section 5.1).
///
/// The caller passes bytes with `receive`, calls `next` until it returns `needsMoreBytes`, and
/// calls `finish` after the last bytes. Contents are slices of what was received; nothing is
/// collected.
public struct MultipartParser: Sendable {
  public enum Event: Sendable, Equatable {
    case needsMoreBytes
    /// A part begins.
    case part(MultipartPart)
    /// The next bytes of the content of the part. Release the slice before the next `receive`.
    case bytes(ArraySlice<UInt8>)
    case endOfPart
  }

  /// Maximum length of the text before the first boundary, which is ignored, in bytes.
  static let preambleBytesMax = 1_024
  /// Maximum length of the head of a part, in bytes.
  static let headBytesMax = 4_096
  static let partsMax = 64
  /// Maximum length of a boundary (RFC 2046 section 5.1.1).
  private static let boundaryBytesMax = 70
  private static let lineEnd: [UInt8] = [0x0D, 0x0A]

  private enum State {
    /// Before the first boundary.
    case preamble
    /// After a boundary, whose line may have padding.
    case delimiter
    case head
    /// At the empty line after a head, whose line end may belong to a boundary.
    case emptyLine
    case content
    /// After the last boundary. What follows is ignored.
    case epilogue
  }

  /// A boundary with what precedes it.
  private let delimiter: [UInt8]
  private var state = State.preamble
  /// Bytes that were received; those before `start` are done. The line end at the beginning lets a
  /// boundary be first.
  private var input = lineEnd
  private var start = 0
  private var lines: [ArraySlice<UInt8>] = []
  private var (preambleBytes, headBytes, partCount) = (0, 0, 0)

  /// Creates a parser for a Content-Type; nil if it is not `multipart/form-data`.
  public init?(contentType: String) throws(MultipartError) {
    guard let type = FieldParameters(contentType) else {
      let prefix = contentType.prefix { $0 != ";" }.lowercased()
      guard prefix.hasPrefix("multipart/form-data") else { return nil }
      throw .invalidBoundary
    }
    guard type.value == "multipart/form-data" else { return nil }
    guard let boundary = type["boundary"] else { throw .missingBoundary }
    let bytes = Array(boundary.utf8)
    guard 1...Self.boundaryBytesMax ~= bytes.count, bytes.last != UInt8(ascii: " "),
      bytes.allSatisfy({ $0.isBoundaryCharacter })
    else { throw .invalidBoundary }
    delimiter = Self.lineEnd + Array("--".utf8) + bytes
  }

  public mutating func receive(_ bytes: ArraySlice<UInt8>) {
    guard state != .epilogue else { return }
    input.removeFirst(start)
    start = 0
    input += bytes
  }

  /// Returns what follows in the bytes that were received.
  public mutating func next() throws(MultipartError) -> Event {
    while true {
      switch state {
      case .preamble: guard try skipPreamble() else { return .needsMoreBytes }
      case .delimiter: guard try readDelimiter() else { return .needsMoreBytes }
      case .head: guard try readLine() else { return .needsMoreBytes }
      case .emptyLine: return try endHead() ?? .needsMoreBytes
      case .content: return readContent()
      case .epilogue: return .needsMoreBytes
      }
    }
  }

  /// Checks that the form is complete.
  public func finish() throws(MultipartError) {
    if state == .preamble { throw .noDelimiter }
    guard state == .epilogue else { throw .truncated }
  }

  // MARK: States

  private mutating func skipPreamble() throws(MultipartError) -> Bool {
    let (end, isFound) = endOfContent
    preambleBytes += end - start
    guard preambleBytes <= Self.preambleBytesMax else { throw .noDelimiter }
    start = isFound ? end + delimiter.count : end
    if isFound { state = .delimiter }
    return isFound
  }

  /// Reads the rest of the line of a boundary.
  private mutating func readDelimiter() throws(MultipartError) -> Bool {
    guard input.count - start >= 2 || headBytes > 0 else { return false }
    // Only directly after the boundary.
    if headBytes == 0, input[start..<start + 2].elementsEqual([0x2D, 0x2D]) {
      state = .epilogue
      (input, start) = ([], 0)
      return true
    }
    while start < input.count, input[start] == 0x20 || input[start] == 0x09 {
      start += 1
      headBytes += 1
    }
    guard headBytes <= Self.headBytesMax else { throw .headTooLong(bytesMax: Self.headBytesMax) }
    guard input.count - start >= 2 else {
      guard input[start...].first.map({ $0 == 0x0D }) ?? true else { throw .invalidDelimiter }
      return false
    }
    guard input[start..<start + 2].elementsEqual(Self.lineEnd) else { throw .invalidDelimiter }
    start += 2
    partCount += 1
    guard partCount <= Self.partsMax else { throw .tooManyParts(countMax: Self.partsMax) }
    (state, lines) = (.head, [])
    return true
  }

  /// Reads a line of a head.
  private mutating func readLine() throws(MultipartError) -> Bool {
    guard let end = input[start...].firstIndex(of: 0x0A) else {
      guard headBytes + input.count - start <= Self.headBytesMax else {
        throw .headTooLong(bytesMax: Self.headBytesMax)
      }
      return false
    }
    headBytes += end + 1 - start
    guard headBytes <= Self.headBytesMax else { throw .headTooLong(bytesMax: Self.headBytesMax) }
    guard end > start, input[end - 1] == 0x0D else { throw .invalidHead }
    guard end - 1 > start else {
      state = .emptyLine
      return true
    }
    lines.append(ArraySlice(Array(input[start..<end - 1])))
    start = end + 1
    return true
  }

  private mutating func endHead() throws(MultipartError) -> Event? {
    // A part without content may end with the line end of its empty line.
    let count = min(delimiter.count, input.count - start)
    let mayBeDelimiter = input[start..<start + count].elementsEqual(delimiter[..<count])
    if mayBeDelimiter, count < delimiter.count { return nil }
    if !mayBeDelimiter { start += Self.lineEnd.count }
    (state, headBytes) = (.content, 0)
    return .part(try MultipartPart(lines))
  }

  private mutating func readContent() -> Event {
    let (end, isFound) = endOfContent
    if end > start {
      defer { start = end }
      return .bytes(input[start..<end])
    }
    guard isFound else { return .needsMoreBytes }
    start += delimiter.count
    state = .delimiter
    return .endOfPart
  }

  /// Where the next boundary begins, or otherwise the end of what cannot be part of one.
  private var endOfContent: (end: Int, isFound: Bool) {
    var position = start
    while let found = input[position...].firstIndex(of: delimiter[0]) {
      let count = min(delimiter.count, input.count - found)
      if input[found..<found + count].elementsEqual(delimiter[..<count]) {
        return (found, count == delimiter.count)
      }
      position = found + 1
    }
    return (input.count, false)
  }
}

extension UInt8 {
  /// A character of a boundary (RFC 2046 section 5.1.1), or of those that clients send besides.
  fileprivate var isBoundaryCharacter: Bool {
    isTokenCharacter || " ()/:=?,@;<>[]{}".utf8.contains(self)
  }
}
