/// The character classes of RFC 9110 and RFC 9112 that the parsers use.
extension UInt8 {
  static var tab: UInt8 { 0x09 }
  static var lineFeed: UInt8 { 0x0A }
  static var carriageReturn: UInt8 { 0x0D }
  static var space: UInt8 { 0x20 }
  static var comma: UInt8 { 0x2C }
  static var colon: UInt8 { 0x3A }
  static var semicolon: UInt8 { 0x3B }

  /// Whether this is a `tchar`, a character of methods and field names (RFC 9110 section 5.6.2).
  var isTokenCharacter: Bool {
    guard self < 0x80 else { return false }
    let set: UInt64 = self < 0x40 ? 0x03FF_6CFA_0000_0000 : 0x57FF_FFFF_C7FF_FFFE
    return (set >> UInt64(self & 0x3F)) & 1 == 1
  }

  /// Whether this is a control character that no line may contain (RFC 9110 section 5.5). HTAB is
  /// allowed.
  var isForbiddenControl: Bool { (self < 0x20 && self != .tab) || self == 0x7F }

  /// Whether this is optional whitespace, SP or HTAB (RFC 9110 section 5.6.3).
  var isWhitespace: Bool { self == .space || self == .tab }

  var isDigit: Bool { self &- 0x30 < 10 }

  var isLetter: Bool { (self | 0x20) &- 0x61 < 26 }

  /// The value of a hexadecimal digit, or nil for any other byte.
  var hexadecimalValue: Int? {
    if isDigit { return Int(self &- 0x30) }
    let offset = (self | 0x20) &- 0x61
    return offset < 6 ? Int(offset) + 10 : nil
  }

  /// The lowercase form of an uppercase ASCII letter; any other byte unchanged.
  var asciiLowercased: UInt8 { self &- 0x41 < 26 ? self | 0x20 : self }
}
