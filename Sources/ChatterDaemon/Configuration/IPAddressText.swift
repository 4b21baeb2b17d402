import Glibc

/// Validates IP addresses, without name resolution.
enum IPAddressText {
  /// Returns whether a text is four decimal numbers with dots. The corresponding C function is
  /// `inet_pton`.
  static func isIPv4(_ text: String) -> Bool {
    var address = in_addr()
    return unsafe inet_pton(AF_INET, text, &address) == 1 && !text.utf8.contains(0)
  }

  /// Returns whether a text has a form of RFC 4291 section 2.2, without brackets or zone.
  static func isIPv6(_ text: String) -> Bool {
    var address = in6_addr()
    return unsafe inet_pton(AF_INET6, text, &address) == 1 && !text.utf8.contains(0)
  }
}
