extension FixedWidthInteger where Self: UnsignedInteger {
  /// Returns all hexadecimal digits of a number, two for each byte of its type.
  @inlinable
  public func hexadecimal(uppercase: Bool = false) -> String {
    let digits = String(self, radix: 16, uppercase: uppercase)
    let missing = Self.bitWidth / 4 - digits.utf8.count
    return missing == 0 ? digits : String(repeating: "0", count: missing) + digits
  }
}

extension Sequence where Element == UInt8 {
  /// Returns two hexadecimal digits for each byte.
  public func hexadecimal() -> String { map { $0.hexadecimal() }.joined() }
}
