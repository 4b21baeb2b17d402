internal import CCurl

/// Owns one `curl_slist` of header field lines.
@safe final class CurlFieldList {
  private(set) var head: UnsafeMutablePointer<curl_slist>?

  /// Copies the lines; nil if there is no memory for them.
  init?(_ lines: [String]) {
    unsafe head = nil
    for line in lines {
      guard let longer = unsafe curl_slist_append(head, line) else { return nil }
      unsafe head = unsafe longer
    }
  }

  deinit { unsafe curl_slist_free_all(head) }
}
