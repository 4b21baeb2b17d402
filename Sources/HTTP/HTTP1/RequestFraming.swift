/// Collects the framing information in the fields of a head. Anything that two recipients could
/// interpret differently is an error, because request smuggling depends on such differences (RFC
/// 9112 sections 6, 9.3 and 11.2).
struct RequestFraming {
  /// Whether a Host field has been read.
  private(set) var hasHost = false
  /// The value of Content-Length.
  private(set) var contentLength: Int?
  private var isChunked = false
  private var hasCloseOption = false
  private var hasKeepAliveOption = false
  private var expectation = RequestHead.Expectation.none

  /// Processes one field. The length of the name alone excludes most fields that do not concern
  /// framing.
  mutating func record(_ bytes: Span<UInt8>, _ field: FieldLine) throws(RequestError) {
    switch field.name.count {
    case 4 where bytes.matches("host", in: field.name):
      try recordHost(bytes, field.value)
    case 6 where bytes.matches("expect", in: field.name):
      recordExpectation(bytes, field.value)
    case 10 where bytes.matches("connection", in: field.name):
      recordConnection(bytes, field.value)
    case 14 where bytes.matches("content-length", in: field.name):
      try recordContentLength(bytes, field.value)
    case 17 where bytes.matches("transfer-encoding", in: field.name):
      try recordTransferEncoding(bytes, field.value)
    default: break
    }
  }

  /// Whether a field of this name must not appear in trailers (RFC 9110 section 6.5.1).
  static func isForbiddenInTrailers(_ bytes: Span<UInt8>, _ name: Range<Int>) -> Bool {
    let names = [
      "host", "expect", "connection", "content-length", "transfer-encoding", "trailer", "te",
      "authorization", "cookie", "content-type", "content-encoding", "content-range",
    ]
    return names.contains { $0.utf8.count == name.count && bytes.matches($0, in: name) }
  }

  /// Returns the length of the body, or nil if it is chunked, once all fields have been processed
  /// (RFC 9112 section 6.3).
  func announcedBytes(version: HTTPVersion) throws(RequestError) -> Int? {
    // RFC 9112 section 3.2: every HTTP/1.1 request has exactly one Host.
    if !hasHost, version == .http11 { throw .missingHost }
    guard isChunked else { return contentLength ?? 0 }
    if version == .http10 { throw .transferEncodingInHTTP10 }
    if contentLength != nil { throw .lengthAndTransferEncoding }
    return nil
  }

  /// Whether the connection persists (RFC 9112 section 9.3). `close` takes precedence; HTTP/1.1
  /// persists by default, HTTP/1.0 only on request.
  func isPersistent(version: HTTPVersion) -> Bool {
    !hasCloseOption && (version >= .http11 || hasKeepAliveOption)
  }

  /// Returns the expectation (RFC 9110 section 10.1.1). It is ignored in HTTP/1.0; without a body,
  /// there is nothing to wait for.
  func expectation(version: HTTPVersion, announcedBytes: Int?) -> RequestHead.Expectation {
    if version == .http10 { return .none }
    return expectation == .continueResponse && announcedBytes == 0 ? .none : expectation
  }

  private mutating func recordHost(_ bytes: Span<UInt8>, _ value: Range<Int>) throws(RequestError) {
    if hasHost { throw .repeatedHost }
    guard Authority.isValid(bytes, in: value) else { throw .invalidHost }
    hasHost = true
  }

  private mutating func recordExpectation(_ bytes: Span<UInt8>, _ value: Range<Int>) {
    guard expectation != .unsupported else { return }
    expectation = bytes.matches("100-continue", in: value) ? .continueResponse : .unsupported
  }

  private mutating func recordConnection(_ bytes: Span<UInt8>, _ value: Range<Int>) {
    var elements = ListElements(value)
    while let element = elements.next(in: bytes) {
      if bytes.matches("close", in: element) { hasCloseOption = true }
      if bytes.matches("keep-alive", in: element) { hasKeepAliveOption = true }
    }
  }

  private mutating func recordContentLength(
    _ bytes: Span<UInt8>, _ value: Range<Int>
  ) throws(RequestError) {
    // RFC 9110 section 8.6 permits merging equal values, but legitimate clients do not send two.
    if contentLength != nil { throw .repeatedContentLength }
    if value.isEmpty { throw .invalidContentLength }
    var length = 0
    for position in value {
      let byte = bytes[position]
      guard byte.isDigit else { throw .invalidContentLength }
      let (product, overflows) = length.multipliedReportingOverflow(by: 10)
      let (sum, overflowsToo) = product.addingReportingOverflow(Int(byte &- 0x30))
      if overflows || overflowsToo { throw .invalidContentLength }
      length = sum
    }
    contentLength = length
  }

  private mutating func recordTransferEncoding(
    _ bytes: Span<UInt8>, _ value: Range<Int>
  ) throws(RequestError) {
    if isChunked { throw .invalidTransferEncoding }
    guard bytes.matches("chunked", in: value) else {
      throw Self.transferEncodingError(bytes, value)
    }
    isChunked = true
  }

  /// Returns a 501 error if only an unknown coding precedes `chunked` (RFC 9112 section 6.1),
  /// otherwise a 400 error (section 6.3).
  private static func transferEncodingError(
    _ bytes: Span<UInt8>, _ value: Range<Int>
  ) -> RequestError {
    var elements = ListElements(value)
    var count = 0
    var chunkedCount = 0
    var endsChunked = false
    while let element = elements.next(in: bytes) {
      count += 1
      endsChunked = bytes.matches("chunked", in: element)
      if endsChunked { chunkedCount += 1 }
    }
    return count > 1 && endsChunked && chunkedCount == 1
      ? .unsupportedTransferEncoding : .invalidTransferEncoding
  }
}
