import Sockets

extension CertificateRequest {
  /// Throws an error for a request whose certificate no client would accept.
  ///
  /// Names and addresses are inserted into OpenSSL's configuration language, so characters that are
  /// special there (a comma, an equals sign) must not pass.
  func validate() throws(CertificateError) {
    if names.isEmpty && addresses.isEmpty { throw CertificateError.noNames }
    if names.count + addresses.count > Self.namesMax { throw CertificateError.tooManyNames }
    for name in names where !Self.isName(name) { throw CertificateError.malformedName(name) }
    for address in addresses where !Self.isAddress(address) {
      throw CertificateError.malformedAddress(address)
    }
    if !Self.daysRange.contains(days) { throw CertificateError.daysOutOfRange(days) }
  }

  /// Returns whether a text is a DNS name: labels of letters, digits, hyphens and underscores, with
  /// at most 63 bytes each and 253 bytes in all (RFC 1035 section 2.3).
  ///
  /// A text of only digits and dots is an address, which clients look for in another field.
  static func isName(_ text: String) -> Bool {
    guard (1...253).contains(text.utf8.count), !isAddress(text) else { return false }
    let labels = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    for (index, label) in labels.enumerated() {
      if index == 0, labels.count > 1, label.elementsEqual("*".utf8) { continue }
      guard (1...63).contains(label.count), label.allSatisfy(isLabelByte),
        label.first != UInt8(ascii: "-"), label.last != UInt8(ascii: "-")
      else { return false }
    }
    return !labels.allSatisfy { $0.allSatisfy { (0x30...0x39).contains($0) } }
  }

  package static func isLabelByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  /// Returns whether a text is a numeric host. An IPv6 zone (`%eth0`) has no meaning on other
  /// machines and is refused.
  package static func isAddress(_ text: String) -> Bool {
    // C functions would read only the text before a NUL.
    if text.utf8.contains(where: { $0 == 0 || $0 == UInt8(ascii: "%") }) { return false }
    return SocketAddress(numericHost: text, port: 0) != nil
  }
}
