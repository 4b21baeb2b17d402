/// Validates host names (RFC 1123 section 2.1), in ASCII.
enum DomainName {
  static let bytesMax = 253
  static let labelBytesMax = 63

  /// Returns whether a text is a valid host name.
  ///
  /// - Parameter wildcard: Whether the first label may be `*`, as in certificates.
  static func isValid(_ text: String, wildcard: Bool = false) -> Bool {
    guard (1...bytesMax).contains(text.utf8.count) else { return false }
    var labels = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)[
      ...]
    if wildcard, labels.count > 1, labels.first.map({ Array($0) == [UInt8(ascii: "*")] }) == true {
      labels.removeFirst()
    }
    guard labels.allSatisfy({ isLabel($0) }), let last = labels.last else { return false }
    // A last label with only digits would be a mistyped IPv4 address (RFC 1123 section 2.1).
    return !last.allSatisfy { isDigit($0) }
  }

  private static func isLabel(_ label: Substring.UTF8View) -> Bool {
    let hyphen = UInt8(ascii: "-")
    return (1...labelBytesMax).contains(label.count) && label.first != hyphen
      && label.last != hyphen && label.allSatisfy { isLetter($0) || isDigit($0) || $0 == hyphen }
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }
}
