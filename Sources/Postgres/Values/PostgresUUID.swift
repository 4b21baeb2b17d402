/// The 16 bytes of a `uuid` (RFC 9562), in network order.
public struct PostgresUUID: Hashable, Sendable, CustomStringConvertible {
  public let high: UInt64
  public let low: UInt64

  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Makes a value from exactly 16 bytes; nil for any other count.
  public init?(_ bytes: some Collection<UInt8>) {
    guard bytes.count == 16 else { return nil }
    let words = bytes.enumerated().reduce(into: (UInt64(0), UInt64(0))) { words, element in
      if element.offset < 8 {
        words.0 = words.0 << 8 | UInt64(element.element)
      } else {
        words.1 = words.1 << 8 | UInt64(element.element)
      }
    }
    self.init(high: words.0, low: words.1)
  }

  public var bytes: [UInt8] {
    high.bigEndianBytes + low.bigEndianBytes
  }

  /// Lower-case hexadecimal digits in the groups 8-4-4-4-12.
  public var description: String {
    var text = ""
    for (index, byte) in bytes.enumerated() {
      if [4, 6, 8, 10].contains(index) { text += "-" }
      text += byte < 16 ? "0" : ""
      text += String(byte, radix: 16)
    }
    return text
  }
}
