private import CCurl

/// Owns one `CURLU`: a URL taken apart as libcurl will read it (RFC 3986).
@safe final class CurlURL {
  private let handle: OpaquePointer

  /// Reads a URL, `https` where it names no scheme; nil where it is none.
  init?(_ text: String) {
    guard let handle = unsafe curl_url() else { return nil }
    unsafe self.handle = unsafe handle
    let flags = UInt32(CURLU_DEFAULT_SCHEME) | UInt32(CURLU_NON_SUPPORT_SCHEME)
    // libcurl would read no further than a NUL.
    guard !text.utf8.contains(0),
      unsafe curl_url_set(handle, CURLUPART_URL, text, flags) == CURLUE_OK
    else { return nil }
  }

  deinit { unsafe curl_url_cleanup(handle) }

  var scheme: String? { part(CURLUPART_SCHEME) }
  /// IPv6 in brackets.
  var host: String? { part(CURLUPART_HOST) }
  /// Of an address that means something on one link only (RFC 6874), without its `%25`.
  var zone: String? { part(CURLUPART_ZONEID) }
  /// Nil where the URL does not say it.
  var port: String? { part(CURLUPART_PORT) }
  var path: String { part(CURLUPART_PATH) ?? "/" }

  /// Whether there are parts that say more than where a server is.
  var hasMore: Bool {
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
