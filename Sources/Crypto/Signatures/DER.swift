/// The few forms of DER (X.690) that public keys and ECDSA signatures need.
enum DER {
  /// Returns a non-negative INTEGER; leading zeros of the number are left out.
  static func integer(_ bigEndian: some Collection<UInt8>) -> [UInt8] {
    var digits = Array(bigEndian.drop { $0 == 0 })
    // A set first bit would make the number negative.
    if (digits.first ?? 0x80) & 0x80 != 0 { digits.insert(0, at: 0) }
    return element(0x02, digits)
  }

  /// Returns a SEQUENCE of elements.
  static func sequence(_ elements: [UInt8]...) -> [UInt8] {
    element(0x30, Array(elements.joined()))
  }

  /// Returns a BIT STRING of whole bytes.
  static func bitString(_ bytes: [UInt8]) -> [UInt8] { element(0x03, [0] + bytes) }

  /// Returns an element with its tag and length.
  static func element(_ tag: UInt8, _ contents: [UInt8]) -> [UInt8] {
    [tag] + length(contents.count) + contents
  }

  /// Returns the shortest form of a length (section 10.1).
  private static func length(_ count: Int) -> [UInt8] {
    guard count >= 0x80 else { return [UInt8(count)] }
    var digits: [UInt8] = []
    var rest = count
    while rest > 0 {
      digits.insert(UInt8(truncatingIfNeeded: rest), at: 0)
      rest >>= 8
    }
    return [0x80 | UInt8(digits.count)] + digits
  }
}
