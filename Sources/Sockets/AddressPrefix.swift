/// A range of addresses that begin with the same bits (RFC 4632, RFC 4291 section 2.3).
public struct AddressPrefix: Sendable, Hashable, CustomStringConvertible {
  /// The bits of the prefix, the first one most significant, and zeros.
  private let bits: IPv6Bits
  private let mask: IPv6Bits
  /// The number of bits of an address: 32 or 128.
  private let width: Int
  public let description: String

  /// Parses a prefix such as `192.0.2.0/24` or `2001:db8::/32`, or a single address.
  ///
  /// Returns nil for other text, and for an address that has bits set after the prefix.
  public init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count <= 2, let host = parts.first, !host.contains("%"),
      let address = SocketAddress(numericHost: String(host), port: 0)
    else { return nil }
    let value: UInt128
    (value, width) = Self.bits(of: address.host)
    var bitCount = width
    if parts.count == 2 {
      let length = parts[1].utf8
      guard !length.isEmpty, length.count <= 3, length.allSatisfy({ (48...57).contains($0) }),
        let count = Int(parts[1]), count <= width
      else { return nil }
      bitCount = count
    }
    bits = IPv6Bits(value)
    mask = IPv6Bits(.max << (128 - bitCount))
    description = text
    guard value & mask.value == value else { return nil }
  }

  /// Returns whether the range contains an address.
  ///
  /// An IPv4 address that came through an IPv6 socket (`::ffff:a.b.c.d`) is treated as the IPv4
  /// address.
  public func contains(_ address: SocketAddress) -> Bool {
    let (other, width) = Self.bits(of: address.unmapped.host)
    return width == self.width && other & mask.value == bits.value
  }

  private static func bits(of host: SocketAddress.Host) -> (UInt128, width: Int) {
    switch host {
    case .v4(let bits): (UInt128(bits) << 96, 32)
    case .v6(let bits, _): (bits.value, 128)
    }
  }
}
