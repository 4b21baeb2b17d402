import Sockets

extension CertificateRequest {
  /// Refuses what would make a certificate that no client accepts.
  ///
  /// Names and addresses go into OpenSSL's configuration language, so nothing that has a meaning
  /// there (a comma, an equals sign) may pass.
  func validate() throws(CertificateError) {
    if names.isEmpty && addresses.isEmpty { throw CertificateError.noNames }
    if names.count + addresses.count > Self.namesMax { throw CertificateError.tooManyNames }
    for name in names where !Self.isName(name) { throw CertificateError.malformedName(name) }
    for address in addresses where !Self.isAddress(address) {
      throw CertificateError.malformedAddress(address)
    }
    if !Self.daysRange.contains(days) { throw CertificateError.daysOutOfRange(days) }
    if case .rsa(let bits) = key, !CertificateKeyKind.rsaBitsRange.contains(bits) {
      throw CertificateError.rsaBitsOutOfRange(bits)
    }
    for text in [organization, commonName ?? "-"] where !Self.isSubjectText(text) {
      throw CertificateError.malformedSubject
    }
  }

  /// Labels of letters, digits, hyphens and underscores; 63 bytes each, 253 in all (RFC 1035
  /// section 2.3). What is all digits and dots is an address, and clients look for it elsewhere.
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

  private static func isLabelByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  /// Whether it is a numeric host; an IPv6 zone (`%eth0`) means nothing to others and is refused.
  static func isAddress(_ text: String) -> Bool {
    // C would see only what stands before a NUL.
    if text.utf8.contains(where: { $0 == 0 || $0 == UInt8(ascii: "%") }) { return false }
    return SocketAddress(numericHost: text, port: 0) != nil
  }

  /// X.520's upper bound for both fields is 64 characters.
  private static func isSubjectText(_ text: String) -> Bool {
    (1...64).contains(text.unicodeScalars.count)
      && text.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7f...0x9f).contains($0.value) }
  }
}
