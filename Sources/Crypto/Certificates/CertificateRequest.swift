/// A request for a server certificate, which an `IssuedKey` or a `CertificateAuthority` fulfills.
///
/// Phones and browsers accept the result. The names and addresses are in the extension where
/// clients look for them (clients ignore the common name). The certificate is for servers and valid
/// for at most 825 days. It is not a CA, since Firefox refuses a server that presents one.
public struct CertificateRequest: Sendable {
  /// The number of days that a certificate may be valid. Apple refuses more than 825.
  public static let daysRange = 1...825
  /// Maximum number of names and addresses together.
  public static let namesMax = 100
  /// Number of seconds by which the validity starts early, for clients whose clocks are slow.
  static let backdatedSeconds = 3600

  /// DNS names, in ASCII; the first label may be `*`.
  public var names: [String]
  /// IPv4 and IPv6 addresses.
  public var addresses: [String]
  public var key: CertificateKeyKind = .p256
  /// The whole validity of the server certificate in days, including the hour before now.
  public var days = 825

  /// Creates a request for names and addresses, with defaults for everything else.
  public init(names: [String], addresses: [String] = []) {
    self.names = names
    self.addresses = addresses
  }

  /// Creates a request for hosts, each of which is a name or an address.
  public init(hosts: [String]) {
    self.init(
      names: hosts.filter { !Self.isAddress($0) }, addresses: hosts.filter(Self.isAddress))
  }
}

/// The kind of key to generate for a certificate.
public enum CertificateKeyKind: Sendable, Equatable {
  /// ECDSA on P-256, which signs 15 times as fast as RSA with 2048 bits.
  case p256
  /// RSA with a number of bits. iOS refuses less than 2048, and more than 4096 only add cost.
  case rsa(bits: Int)
}
