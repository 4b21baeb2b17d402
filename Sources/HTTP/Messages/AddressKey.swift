/// The unit that limits count as one client: an IPv4 address, or the /64 network of an IPv6
/// address.
///
/// A household, a phone or a rented server has a whole /64 (RFC 6177), and therefore 2^64
/// addresses. An IPv4 address from an IPv6 socket (`::ffff:a.b.c.d`, RFC 4291, 2.5.5.2) counts as
/// IPv4.
public struct AddressKey: Sendable, Hashable {
  private enum Kind: String, Sendable {
    case ipv4, network, site
  }

  /// The first four of the last eight bytes of an IPv4-mapped IPv6 address.
  private static let mappedPrefix: UInt64 = 0xFFFF

  /// The IPv4 address, or the first 64 or 48 bits of the IPv6 address.
  private let bits: UInt64
  private let kind: Kind

  private init(_ bits: UInt64, _ kind: Kind) {
    self.bits = bits
    self.kind = kind
  }

  /// Creates the key of an IPv4 address, given in network byte order.
  public init(ipv4 bytes: [4 of UInt8]) {
    self.init(bytes.indices.reduce(0) { $0 << 8 | UInt64(bytes[$1]) }, .ipv4)
  }

  /// Creates the key of an IPv6 address, given in network byte order.
  public init(ipv6 bytes: [16 of UInt8]) {
    let high = (0..<8).reduce(0 as UInt64) { $0 << 8 | UInt64(bytes[$1]) }
    let low = (8..<16).reduce(0 as UInt64) { $0 << 8 | UInt64(bytes[$1]) }
    if high == 0, low >> 32 == Self.mappedPrefix {
      self.init(low & 0xFFFF_FFFF, .ipv4)
    } else {
      self.init(high, .network)
    }
  }

  /// The /48 network of an IPv6 address, the size that an organization is assigned; nil for IPv4.
  public var site: AddressKey? { kind == .network ? AddressKey(bits >> 16, .site) : nil }

  /// The kind and the bits in hexadecimal, for tables with text keys.
  var text: String { "\(kind.rawValue) \(String(bits, radix: 16))" }

  /// Whether this is a /48 network.
  public var isSite: Bool { kind == .site }
}

/// The address of a client, as text and as the key that limits count.
public struct ClientAddress: Sendable, Hashable {
  /// The full address as text, for the log.
  public let text: String
  /// The key under which limits count the client.
  public let key: AddressKey
  /// The key as text, for tables with text keys.
  public let keyText: String

  public init(_ text: String, key: AddressKey) {
    (self.text, self.key, keyText) = (text, key, key.text)
  }
}
