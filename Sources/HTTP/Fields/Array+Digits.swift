/// Appends numbers as digits. A `String` of up to 15 digits is not on the heap.
extension [UInt8] {
  /// Appends a number in decimal digits.
  mutating func append(decimal value: Int) {
    append(contentsOf: String(value).utf8)
  }

  /// Appends a number in lowercase hexadecimal digits.
  mutating func append(hexadecimal value: Int) {
    append(contentsOf: String(value, radix: 16).utf8)
  }

  /// Appends a number from 0 to 99 as two decimal digits.
  mutating func append(twoDigits value: Int) {
    append(UInt8(0x30 + value / 10 % 10))
    append(UInt8(0x30 + value % 10))
  }
}
