/// Appends numbers as digits without creating a `String`.
extension [UInt8] {
  /// Appends a non-negative number in decimal digits.
  mutating func append(decimal value: Int) {
    append(digitsOf: value.magnitude, base: 10)
  }

  /// Appends a non-negative number in lowercase hexadecimal digits.
  mutating func append(hexadecimal value: Int) {
    append(digitsOf: value.magnitude, base: 16)
  }

  /// Appends a number from 0 to 99 as two decimal digits.
  mutating func append(twoDigits value: Int) {
    append(UInt8(0x30 + value / 10 % 10))
    append(UInt8(0x30 + value % 10))
  }

  private mutating func append(digitsOf value: UInt, base: UInt) {
    var divisor: UInt = 1
    while value / divisor >= base { divisor *= base }
    while divisor > 0 {
      let digit = UInt8(value / divisor % base)
      append(digit < 10 ? 0x30 + digit : 0x57 + digit)
      divisor /= base
    }
  }
}
