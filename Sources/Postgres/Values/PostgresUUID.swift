/// The 16 bytes of a `uuid` (RFC 9562), in network order.
public struct PostgresUUID: Hashable, Sendable {
  public let high: UInt64
  public let low: UInt64

  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  public var bytes: [UInt8] { high.bigEndianBytes + low.bigEndianBytes }
}
