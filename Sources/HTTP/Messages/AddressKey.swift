/// What limits count as one client: an IPv4 address, or the /64 network of an IPv6 address.
///
/// A household, a phone or a rented server has a whole /64 for itself (RFC 6177), and with it 2^64
/// addresses. An IPv4 address that came through an IPv6 socket (`::ffff:a.b.c.d`, RFC 4291, 2.5.5.2)
/// counts as IPv4.
public struct AddressKey: Sendable, Hashable {
  private enum Kind: Sendable {
    case ipv4, network, site
  }

  /// The first four bytes of the last eight, in an IPv6 address that stands for an IPv4 address.
  private static let mappedPrefix: UInt64 = 0xFFFF

  /// The IPv4 address, or the first 64 or 48 bits of the IPv6 address.
  private let bits: UInt64
  private let kind: Kind

  private init(_ bits: UInt64, _ kind: Kind) {
    self.bits = bits
    self.kind = kind
  }

  /// The key of an IPv4 address, its bytes in network order.
  public init(ipv4 bytes: [4 of UInt8]) {
    self.init(bytes.indices.reduce(0) { $0 << 8 | UInt64(bytes[$1]) }, .ipv4)
  }

  /// The key of an IPv6 address, its bytes in network order.
  public init(ipv6 bytes: [16 of UInt8]) {
    let high = (0..<8).reduce(0 as UInt64) { $0 << 8 | UInt64(bytes[$1]) }
    let low = (8..<16).reduce(0 as UInt64) { $0 << 8 | UInt64(bytes[$1]) }
    if high == 0, low >> 32 == Self.mappedPrefix {
      self.init(low & 0xFFFF_FFFF, .ipv4)
    } else {
      self.init(high, .network)
    }
  }

  /// The /48 network of an IPv6 address, as an organization has it; nil for IPv4.
  public var site: AddressKey? { kind == .network ? AddressKey(bits >> 16, .site) : nil }

  /// The kind and the bits in hexadecimal digits, for tables whose keys are texts.
  public var text: String { "\(kind) " + String(bits, radix: 16) }

  /// Whether this is a /48 network.
  public var isSite: Bool { kind == .site }
}
