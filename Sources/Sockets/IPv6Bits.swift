/// The 128 bits of an IPv6 address, the first byte of its text most significant.
///
/// Two words: Swift 6.3 may place a stored `UInt128` in the frame of an async closure where it is
/// not aligned to 16 bytes, and crashes when it loads it.
public struct IPv6Bits: Sendable, Hashable, ExpressibleByIntegerLiteral {
  private let upper: UInt64
  private let lower: UInt64

  public init(_ value: UInt128) {
    upper = UInt64(value >> 64)
    lower = UInt64(truncatingIfNeeded: value)
  }

  public init(integerLiteral value: UInt64) { self.init(UInt128(value)) }

  public var value: UInt128 { UInt128(upper) << 64 | UInt128(lower) }
}
