private import CCurl

/// Owns one `CURLU`: a URL parsed the way libcurl parses it (RFC 3986).
@safe public final class CurlURL {
  private let handle: OpaquePointer

  /// Parses a URL, with `https` as the default scheme; nil if it is malformed.
  public init?(_ text: String) {
    guard let handle = unsafe curl_url() else { return nil }
    unsafe self.handle = unsafe handle
    let flags = UInt32(CURLU_DEFAULT_SCHEME) | UInt32(CURLU_NON_SUPPORT_SCHEME)
    // libcurl would stop reading at a NUL.
    guard !text.utf8.contains(0),
      unsafe curl_url_set(handle, CURLUPART_URL, text, flags) == CURLUE_OK
    else { return nil }
  }

  deinit { unsafe curl_url_cleanup(handle) }

  public var scheme: String? { part(CURLUPART_SCHEME) }
  /// The host; an IPv6 address is in brackets.
  public var host: String? { part(CURLUPART_HOST) }
  /// The zone of a link-local address (RFC 6874), without its `%25`.
  public var zone: String? { part(CURLUPART_ZONEID) }
  /// The port; nil if the URL has none.
  public var port: String? { part(CURLUPART_PORT) }
  public var path: String { part(CURLUPART_PATH) ?? "/" }

  /// Whether the URL has parts beyond the location of a server.
  public var hasMore: Bool {
    [CURLUPART_USER, CURLUPART_PASSWORD, CURLUPART_OPTIONS, CURLUPART_QUERY, CURLUPART_FRAGMENT]
      .contains { part($0) != nil }
  }

  private func part(_ part: CURLUPart) -> String? {
    var text: UnsafeMutablePointer<CChar>?
    guard unsafe curl_url_get(handle, part, &text, 0) == CURLUE_OK, let found = unsafe text else {
      return nil
    }
    defer { unsafe curl_free(found) }
    return unsafe String(cString: found)
  }
}
