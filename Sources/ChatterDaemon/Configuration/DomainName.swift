/// Validates host names (RFC 1123 section 2.1), in ASCII.
enum DomainName {
  static let bytesMax = 253
  static let labelBytesMax = 63

  /// Returns whether a text is a valid host name.
  ///
  /// - Parameter wildcard: Whether the first label may be `*`, as in certificates.
  static func isValid(_ text: String, wildcard: Bool = false) -> Bool {
    let name = wildcard && text.hasPrefix("*.") ? text.dropFirst(2) : text[...]
    let labels = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    let (hyphen, digits) = (UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"))
    let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
    let areValid = labels.allSatisfy { label in
      (1...labelBytesMax).contains(label.count) && label.first != hyphen && label.last != hyphen
        && label.allSatisfy { digits ~= $0 || letters ~= $0 | 0x20 || $0 == hyphen }
    }
    // A last label with only digits would be a mistyped IPv4 address.
    let isNumber = labels.last?.allSatisfy { digits ~= $0 } ?? true
    return areValid && !isNumber && text.utf8.count <= bytesMax
  }
}
