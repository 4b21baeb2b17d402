/// A range of addresses that begin with the same bits (RFC 4632, RFC 4291 section 2.3).
public struct AddressPrefix: Sendable, Hashable, CustomStringConvertible {
  /// The 4 or 16 bytes of the address, with zeros after the prefix.
  private let bytes: [UInt8]
  private let bitCount: Int
  public let description: String

  /// Parses a prefix such as `192.0.2.0/24` or `2001:db8::/32`, or a single address.
  ///
  /// Returns nil for other text, and for an address that has bits set after the prefix.
  public init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count <= 2, let host = parts.first, !host.contains("%"),
      let address = SocketAddress(numericHost: String(host), port: 0)
    else { return nil }
    bytes = Self.bytes(of: address.host)
    if parts.count == 2 {
      let length = parts[1].utf8
      guard !length.isEmpty, length.count <= 3, length.allSatisfy({ (48...57).contains($0) }),
        let count = Int(parts[1]), count <= bytes.count * 8
      else { return nil }
      bitCount = count
    } else {
      bitCount = bytes.count * 8
    }
    description = text
    guard Self.firstBits(bitCount, of: bytes) == bytes else { return nil }
  }

  /// Returns whether the range contains an address.
  ///
  /// An IPv4 address that came through an IPv6 socket (`::ffff:a.b.c.d`) is treated as the IPv4
  /// address.
  public func contains(_ address: SocketAddress) -> Bool {
    let other = Self.bytes(of: address.unmapped.host)
    return other.count == bytes.count && Self.firstBits(bitCount, of: other) == bytes
  }

  /// The bytes of the host's address, without its scope.
  private static func bytes(of host: SocketAddress.Host) -> [UInt8] {
    switch host {
    case .v4: host.bytes
    case .v6: Array(host.bytes.prefix(16))
    }
  }

  private static func firstBits(_ count: Int, of bytes: [UInt8]) -> [UInt8] {
    bytes.indices.map { index in
      let bits = min(max(count - 8 * index, 0), 8)
      return bytes[index] & ~UInt8(truncatingIfNeeded: 0xFF >> bits)
    }
  }
}
