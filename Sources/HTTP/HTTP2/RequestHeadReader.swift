/// Collects the fields of one head, or of trailers, as they are decompressed (RFC 9113 section
/// 8.3).
///
/// nghttp2 has already rejected malformed fields: pseudo-header fields that are missing, repeated
/// or out of place, connection-specific fields, and names and values with forbidden bytes. This
/// type checks semantics and limits.
struct RequestHeadReader {
  /// Overhead in bytes that is added to the size of each field (RFC 9113 section 6.5.2).
  private static let fieldOverheadBytes = 32

  let limits: RequestLimits
  let isTrailers: Bool
  private(set) var listBytes = 0
  private var method = Method.get
  private var path: [UInt8] = []
  private var hasHTTPScheme = false
  private var authority: [UInt8]?
  private var fields = HeaderFields()
  private var framing = RequestFraming()
  /// The first error. Fields after it are only counted.
  private(set) var fault: RequestError?

  init(limits: RequestLimits, isTrailers: Bool) {
    self.limits = limits
    self.isTrailers = isTrailers
  }

  mutating func take(_ name: Span<UInt8>, _ value: Span<UInt8>) {
    let size = name.count + value.count + Self.fieldOverheadBytes
    let (sum, overflows) = listBytes.addingReportingOverflow(size)
    listBytes = overflows ? .max : sum
    guard fault == nil else { return }
    do throws(RequestError) {
      try checkSize(name, value)
      if name.count > 0, name[0] == .colon {
        takePseudo(name, value)
      } else {
        try takeField(name, value)
      }
    } catch {
      fault = error
    }
  }

  private func checkSize(_ name: Span<UInt8>, _ value: Span<UInt8>) throws(RequestError) {
    if isTrailers {
      guard listBytes <= limits.trailerBytesMax else {
        throw .trailersTooLarge(limit: limits.trailerBytesMax)
      }
      return
    }
    if name.equals(":path"), value.count > limits.targetBytesMax {
      throw .targetTooLong(limit: limits.targetBytesMax)
    }
    if name.equals(":method"), value.count > limits.methodBytesMax {
      throw .methodTooLong(limit: limits.methodBytesMax)
    }
    guard listBytes <= limits.headBytesMax else {
      throw .headTooLarge(limit: limits.headBytesMax)
    }
  }

  private mutating func takePseudo(_ name: Span<UInt8>, _ value: Span<UInt8>) {
    if name.equals(":method") {
      method = value.equals("GET") ? .get : Method(String(decoding: [UInt8](value), as: UTF8.self))
    } else if name.equals(":path") {
      path = [UInt8](value)
    } else if name.equals(":scheme") {
      hasHTTPScheme = value.equals("https") || value.equals("http")
    } else if name.equals(":authority") {
      authority = [UInt8](value)
    }
  }

  private mutating func takeField(_ name: Span<UInt8>, _ value: Span<UInt8>) throws(RequestError) {
    guard fields.count < limits.fieldCountMax else {
      throw .fieldCountExceeded(limit: limits.fieldCountMax)
    }
    if fields.isEmpty { fields.reserveCapacity(bytes: 256, lines: 8) }
    let line = fields.append(name: { $0.append(name) }, value: { $0.append(value) })
    if isTrailers {
      guard !RequestFraming.isForbiddenInTrailers(fields.bytes.span, line.name) else {
        throw .forbiddenTrailer
      }
    } else {
      var framing = framing
      try framing.record(fields.bytes.span, line)
      self.framing = framing
    }
  }

  /// Returns the head. All fields must have arrived; `endsStream` means that no body follows.
  func head(endsStream: Bool) throws(RequestError) -> RequestHead {
    if let fault { throw fault }
    let target = try target()
    let announcedBytes = endsStream ? 0 : framing.contentLength
    return RequestHead(
      method: method, target: target, version: .http2, fields: fields,
      announcedBytes: announcedBytes,
      expectation: framing.expectation(version: .http2, announcedBytes: announcedBytes),
      isPersistent: true)
  }

  private func target() throws(RequestError) -> RequestTarget {
    guard method != .connect, hasHTTPScheme else { throw .unsupportedTargetForm }
    if let authority {
      // RFC 9113 section 8.3.1: it must not be empty for these schemes, and must agree with Host.
      guard !authority.isEmpty, Authority.isValid(authority.span, in: 0..<authority.count),
        !framing.hasHost || isHost(authority)
      else { throw .invalidHost }
    }
    return try RequestTarget(
      path: path[...], authority: authority.map { String(decoding: $0, as: UTF8.self) },
      method: method)
  }

  private func isHost(_ authority: [UInt8]) -> Bool {
    fields[.host]?.lowercased() == String(decoding: authority, as: UTF8.self).lowercased()
  }
}

extension Span<UInt8> {
  fileprivate func equals(_ text: String) -> Bool {
    count == text.utf8.count && equals(text, in: 0..<count)
  }
}

extension [UInt8] {
  fileprivate init(_ bytes: Span<UInt8>) {
    self = []
    append(bytes)
  }

  fileprivate mutating func append(_ bytes: Span<UInt8>) {
    append(addingCapacity: bytes.count) { output in
      for index in bytes.indices { output.append(bytes[index]) }
    }
  }
}
