/// The target of a request, split into its components but not decoded (RFC 9112 section 3.2).
public struct RequestTarget: Hashable, Sendable {
  /// The path as received, not percent-decoded; `/` for an absolute-form without a path, `*` for
  /// asterisk-form.
  public let path: String
  /// The text after the first `?`, as received; nil without a `?`.
  public let query: String?
  /// The host and port of an absolute-form, which takes precedence over the `Host` field (RFC 9112
  /// section 3.2.2).
  public let authority: String?

  /// Parses a target; throws `invalidTarget`, `unsupportedTargetForm` or `invalidHost`.
  public init(parsing text: ArraySlice<UInt8>, method: Method) throws(RequestError) {
    guard let first = text.first else { throw .invalidTarget }
    guard text.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != 0x23 }) else { throw .invalidTarget }
    guard method != .connect else { throw .unsupportedTargetForm }
    if first == 0x2F {
      self.init(pathAndQuery: text, authority: nil)
    } else if first == 0x2A, text.count == 1 {
      guard method == .options else { throw .unsupportedTargetForm }
      self.init(pathAndQuery: text, authority: nil)
    } else {
      try self.init(absolute: text, method: method)
    }
  }

  /// Creates a target from the `:path` and `:authority` of HTTP/2 (RFC 9113 section 8.3.1); throws
  /// `invalidTarget` or `unsupportedTargetForm`.
  init(path: ArraySlice<UInt8>, authority: String?, method: Method) throws(RequestError) {
    let target = try RequestTarget(parsing: path, method: method)
    guard target.authority == nil else { throw .unsupportedTargetForm }
    self.path = target.path
    query = target.query
    self.authority = authority
  }

  private init(absolute text: ArraySlice<UInt8>, method: Method) throws(RequestError) {
    guard let schemeEnd = Self.schemeEnd(text) else { throw .unsupportedTargetForm }
    let rest = text[schemeEnd...]
    let authorityEnd = rest.firstIndex { $0 == 0x2F || $0 == 0x3F } ?? rest.endIndex
    let authority = rest[..<authorityEnd]
    guard !authority.isEmpty, Authority.isValid(authority.span, in: 0..<authority.count) else {
      throw .invalidHost
    }
    let name = String(decoding: authority, as: UTF8.self)
    let tail = rest[authorityEnd...]
    if tail.first == 0x2F {
      self.init(pathAndQuery: tail, authority: name)
    } else {
      // RFC 9112 section 3.2.4: OPTIONS for a URI without a path applies to the server as a whole.
      let path: [UInt8] = method == .options && tail.isEmpty ? [0x2A] : [0x2F]
      self.init(pathAndQuery: (path + tail)[...], authority: name)
    }
  }

  private init(pathAndQuery text: ArraySlice<UInt8>, authority: String?) {
    self.authority = authority
    if let questionMark = text.firstIndex(of: 0x3F) {
      path = String(decoding: text[..<questionMark], as: UTF8.self)
      query = String(decoding: text[(questionMark + 1)...], as: UTF8.self)
    } else {
      path = String(decoding: text, as: UTF8.self)
      query = nil
    }
  }

  /// Returns the index after `http://` or `https://`, ignoring case, or nil for another scheme.
  private static func schemeEnd(_ text: ArraySlice<UInt8>) -> Int? {
    let span = text.span
    for scheme in ["http://", "https://"] where span.count >= scheme.utf8.count {
      if span.matches(scheme, in: 0..<scheme.utf8.count) {
        return text.startIndex + scheme.utf8.count
      }
    }
    return nil
  }
}
