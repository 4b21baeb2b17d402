extension FixedWidthInteger where Self: UnsignedInteger {
  /// Returns all hexadecimal digits of a number, two for each byte of its type.
  @inlinable
  public func hexadecimal(uppercase: Bool = false) -> String {
    let digits = String(self, radix: 16, uppercase: uppercase)
    let missing = Self.bitWidth / 4 - digits.utf8.count
    return missing == 0 ? digits : String(repeating: "0", count: missing) + digits
  }
}

private let hexadecimalDigits = Array("0123456789abcdef".utf8)

extension Sequence where Element == UInt8 {
  /// Returns two hexadecimal digits for each byte.
  public func hexadecimal() -> String {
    var digits: [UInt8] = []
    digits.reserveCapacity(2 * underestimatedCount)
    for byte in self {
      digits.append(hexadecimalDigits[Int(byte >> 4)])
      digits.append(hexadecimalDigits[Int(byte & 0xF)])
    }
    return String(decoding: digits, as: UTF8.self)
  }
}

extension String {
  /// Returns the text with each byte that is no letter, digit or one of these characters as `%` and
  /// two digits (RFC 3986 section 2.1); by default, only unreserved characters remain.
  public func percentEncoded(keeping others: String = "-._~") -> String {
    utf8.reduce(into: "") { text, byte in
      let scalar = Unicode.Scalar(byte)
      let isPlain =
        scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
      if isPlain || others.unicodeScalars.contains(scalar) {
        text.unicodeScalars.append(scalar)
      } else {
        text += "%" + byte.hexadecimal(uppercase: true)
      }
    }
  }
}
