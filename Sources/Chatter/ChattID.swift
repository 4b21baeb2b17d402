/// The id of a chatt: a UUID (RFC 9562) that the server creates before it stores the chatt.
///
/// New ids have version 7: they begin with the time, so that an index on them grows at its end.
/// UUIDs of any version can be parsed. Ids compare like their bytes.
public struct ChattID: Hashable, Sendable {
  /// The first 8 bytes, as a number.
  public let high: UInt64
  /// The last 8 bytes, as a number.
  public let low: UInt64

  /// Creates a new id of version 7 (RFC 9562 section 5.7); times before 1970 count as 1970.
  ///
  /// The fraction of the millisecond is in `rand_a` (section 6.2, method 3).
  public init(at time: Timestamp, using generator: inout some RandomNumberGenerator) {
    let (milliseconds, fraction) = UInt64(max(0, time.microsecondsSince1970))
      .quotientAndRemainder(dividingBy: 1000)
    high = (milliseconds & 0xFFFF_FFFF_FFFF) << 16 | 0x7000 | fraction * 4096 / 1000
    low = 0x8000_0000_0000_0000 | generator.next() & 0x3FFF_FFFF_FFFF_FFFF
  }

  /// Creates an id from the bytes of a UUID, most significant first.
  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Parses the hyphenated text of a UUID (8-4-4-4-12 digits), in either case.
  public init?(_ text: some StringProtocol) { self.init(Substring(text).utf8) }

  private init?(_ text: Substring.UTF8View) {
    var high: UInt64 = 0
    var low: UInt64 = 0
    var position = 0
    for byte in text {
      if position == 8 || position == 13 || position == 18 || position == 23 {
        guard byte == UInt8(ascii: "-") else { return nil }
      } else {
        guard let digit = HexDigit.value(of: byte) else { return nil }
        high = high << 4 | low >> 60
        low = low << 4 | UInt64(digit)
      }
      position += 1
      guard position <= Self.textCount else { return nil }
    }
    guard position == Self.textCount else { return nil }
    (self.high, self.low) = (high, low)
  }

  /// The time at the start of an id of version 7, to the millisecond.
  public var timestamp: Timestamp { Timestamp(clamping: Int64(high >> 16) * 1000) }

  /// Appends the text in lower case with hyphens.
  public func append(to output: inout [UInt8]) {
    output.append(addingCapacity: Self.textCount) { text in
      for place in 0..<32 {
        if place == 8 || place == 12 || place == 16 || place == 20 {
          text.append(UInt8(ascii: "-"))
        }
        let half = place < 16 ? high : low
        text.append(
          HexDigit.byte(of: UInt8(truncatingIfNeeded: half >> UInt64(60 - 4 * (place % 16)))))
      }
    }
  }

  static let textCount = 36
}

extension ChattID: CustomStringConvertible {
  /// The text in lower case with hyphens.
  public var description: String {
    var text: [UInt8] = []
    text.reserveCapacity(Self.textCount)
    append(to: &text)
    return String(decoding: text, as: UTF8.self)
  }
}

extension ChattID: Comparable {
  public static func < (left: ChattID, right: ChattID) -> Bool {
    (left.high, left.low) < (right.high, right.low)
  }
}
