extension PostKey {
  /// Creates a unique key from 128 random bits.
  public init(randomFor call: Call, using generator: inout some RandomNumberGenerator) {
    var text: [UInt8] = []
    for _ in 0..<2 {
      let half = generator.next()
      for place in 0..<16 {
        text.append(HexDigit.byte(of: UInt8(truncatingIfNeeded: half >> UInt64(60 - 4 * place))))
      }
    }
    self.init(call: call, text: String(decoding: text, as: UTF8.self))
  }

  /// The value of an `Idempotency-Key` field: a quoted string (RFC 8941 section 3.3.3).
  public var fieldValue: String {
    var value: [UInt8] = [UInt8(ascii: "\"")]
    for byte in text.utf8 {
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
        value.append(UInt8(ascii: "\\"))
      }
      value.append(byte)
    }
    value.append(UInt8(ascii: "\""))
    return String(decoding: value, as: UTF8.self)
  }
}
