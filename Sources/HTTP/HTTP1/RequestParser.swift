/// Parses requests of HTTP/1.1 and 1.0 (RFC 9112) without a socket and without blocking.
///
/// `receive` accepts the bytes that have arrived, and `next` returns one event at a time: a head,
/// the bytes of its body, its end, then the head of the next request. Each line is scanned once,
/// however it was split into packets, and only the head is copied. The first error is final: the
/// parser throws it again on every call and accepts no more bytes. Only a body over its limit can
/// be continued, by `discardBody`.
public struct RequestParser: Sendable {
  public enum Event: Sendable {
    case needsMoreBytes
    case head(RequestHead)
    /// Bytes of the body, never empty.
    case body(ArraySlice<UInt8>)
    /// The end of the request, which follows every head. Trailers are validated and discarded.
    case end
  }

  enum State: Equatable {
    case requestLine
    case fields
    case fixedBody(remaining: Int)
    case chunkSize
    case chunkData(remaining: Int)
    case chunkEnd
    case trailers
    case end
    case failed(RequestError)
  }

  public let limits: RequestLimits
  var state = State.requestLine
  /// Bytes that are not consumed: in every state at most `headBytesMax` plus the bytes received
  /// last.
  var input: ArraySlice<UInt8> = []
  /// Offsets in `input`: the start of the current line, and the position at which its scan resumes.
  private var lineStart = 0
  private(set) var scanned = 0
  private var emptyLines = 0
  private var requestLine: RequestLine?
  private var framing = RequestFraming()
  private var lines: [FieldLine] = []
  var bodyBytes = 0
  var chunkCount = 0
  var extensionBytes = 0
  var isBodyTooLarge = false
  private(set) var isDiscarding = false

  public init(limits: RequestLimits = RequestLimits()) {
    limits.assertRelations()
    self.limits = limits
  }

  /// Accepts bytes. They are not copied if no earlier bytes are waiting.
  public mutating func receive(_ bytes: ArraySlice<UInt8>) {
    if case .failed = state { return }
    if input.isEmpty {
      input = bytes
    } else {
      input.append(contentsOf: bytes)
    }
  }

  /// Returns the next event; throws the first error again on every later call.
  public mutating func next() throws(RequestError) -> Event {
    do {
      return try advance()
    } catch {
      if error != .bodyTooLarge(limit: limits.bodyBytesMax) {
        state = .failed(error)
        input = []
      }
      throw error
    }
  }

  /// Continues with the body of the current request beyond its limit. The caller counts its bytes.
  public mutating func discardBody() { isDiscarding = true }

  /// Whether a head has begun to arrive and is incomplete.
  public var isWithinHead: Bool {
    state == .fields || (state == .requestLine && !input.isEmpty)
  }

  /// Number of bytes received that are not yet part of an event.
  public var unreadBytes: Int { input.count }

  /// Minimum number of body bytes that follow.
  public var bodyBytesMin: Int {
    switch state {
    case .fixedBody(let remaining), .chunkData(let remaining): remaining
    default: 0
    }
  }

  /// The method of the head that is being read, or nil until its first line is complete.
  public var method: Method? { requestLine?.method }

  private mutating func advance() throws(RequestError) -> Event {
    while true {
      switch state {
      case .requestLine:
        guard try readRequestLine() else { return .needsMoreBytes }
      case .fields:
        guard try readFields(bytesMax: limits.headBytesMax) else { return .needsMoreBytes }
        return .head(try finishHead())
      case .fixedBody, .chunkData:
        return try readBody()
      case .chunkSize:
        guard try readChunkSize() else { return .needsMoreBytes }
      case .chunkEnd:
        guard try readChunkEnd() else { return .needsMoreBytes }
      case .trailers:
        guard try readFields(bytesMax: limits.trailerBytesMax) else { return .needsMoreBytes }
        consume(scanned)
        finishRequest()
        return .end
      case .end:
        finishRequest()
        return .end
      case .failed(let error):
        throw error
      }
    }
  }
}

/// Parsing of lines and heads.
extension RequestParser {
  /// Returns the next line of `bytes`, which are the input, without its line end, or nil while it
  /// is incomplete.
  ///
  /// Only CR LF ends a line. RFC 9112 section 2.2 allows a recipient to accept a bare LF, but this
  /// enables request smuggling if another recipient on the path does not accept it.
  mutating func readLine(_ bytes: Span<UInt8>) throws(RequestError) -> Range<Int>? {
    let count = bytes.count
    var end = scanned
    while end < count, !bytes[end].isForbiddenControl { end += 1 }
    scanned = end
    guard end < count else { return nil }
    switch bytes[end] {
    case .carriageReturn:
      guard end + 1 < count else { return nil }
      guard bytes[end + 1] == .lineFeed else { throw .bareCarriageReturn }
    case .lineFeed: throw .bareLineFeed
    default: throw .controlCharacter
    }
    let line = lineStart..<end
    lineStart = end + 2
    scanned = lineStart
    return line
  }

  /// Removes consumed bytes, and releases the buffer when all of it is consumed.
  mutating func consume(_ count: Int) {
    input = count == input.count ? [] : input.dropFirst(count)
    lineStart = 0
    scanned = 0
  }

  private mutating func readRequestLine() throws(RequestError) -> Bool {
    // Reject input that cannot be HTTP immediately: a TLS ClientHello may never contain a line end.
    if scanned == 0, let first = input.first, !first.isTokenCharacter,
      first != .carriageReturn, first != .lineFeed
    {
      throw .notHTTP
    }
    let bytes = input
    let line = try readLine(bytes.span)
    guard line?.count ?? scanned <= limits.requestLineBytesMax else {
      throw .targetTooLong(limit: limits.targetBytesMax)
    }
    guard let line else { return false }
    if line.isEmpty {
      emptyLines += 1
      guard emptyLines <= limits.leadingEmptyLinesMax else {
        throw .emptyLinesExceeded(limit: limits.leadingEmptyLinesMax)
      }
      consume(2)
    } else {
      requestLine = try RequestLine(parsing: input.prefix(line.upperBound), limits: limits)
      state = .fields
    }
    return true
  }

  /// Reads field lines up to the empty line; returns false until it has arrived.
  private mutating func readFields(bytesMax: Int) throws(RequestError) -> Bool {
    let buffer = input
    let bytes = buffer.span
    while let line = try readLine(bytes) {
      try checkSize(bytesMax: bytesMax)
      if line.isEmpty { return true }
      guard lines.count < limits.fieldCountMax else {
        throw .fieldCountExceeded(limit: limits.fieldCountMax)
      }
      let field = try FieldLine(parsing: bytes, line)
      if state == .fields {
        try framing.record(bytes, field)
      } else if RequestFraming.isForbiddenInTrailers(bytes, field.name) {
        throw .forbiddenTrailer
      }
      if lines.isEmpty { lines.reserveCapacity(16) }
      lines.append(field)
    }
    try checkSize(bytesMax: bytesMax)
    return false
  }

  private func checkSize(bytesMax: Int) throws(RequestError) {
    guard scanned > bytesMax else { return }
    throw state == .fields ? .headTooLarge(limit: bytesMax) : .trailersTooLarge(limit: bytesMax)
  }

  private mutating func finishHead() throws(RequestError) -> RequestHead {
    guard let line = requestLine else { throw .malformedRequestLine }
    let announcedBytes = try framing.announcedBytes(version: line.version)
    let head = RequestHead(
      method: line.method, target: line.target, version: line.version, fields: takeFields(),
      announcedBytes: announcedBytes,
      expectation: framing.expectation(version: line.version, announcedBytes: announcedBytes),
      isPersistent: framing.isPersistent(version: line.version))
    if let announcedBytes {
      isBodyTooLarge = announcedBytes > limits.bodyBytesMax
      state = announcedBytes == 0 ? .end : .fixedBody(remaining: announcedBytes)
    } else {
      state = .chunkSize
    }
    return head
  }

  /// Copies the lines out of the received bytes, so that a small head does not retain a large
  /// buffer. If the lines are all of the received bytes, Swift shares the memory instead.
  private mutating func takeFields() -> HeaderFields {
    let fields =
      lines.isEmpty
      ? HeaderFields() : HeaderFields(bytes: Array(input.prefix(scanned)), lines: lines)
    lines = []
    consume(scanned)
    return fields
  }

  private mutating func finishRequest() {
    state = .requestLine
    requestLine = nil
    lines = []
    framing = RequestFraming()
    emptyLines = 0
    bodyBytes = 0
    chunkCount = 0
    extensionBytes = 0
    isBodyTooLarge = false
    isDiscarding = false
  }
}
