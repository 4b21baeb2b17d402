/// A request for a server certificate: `make()` generates the certificate, its key and an authority
/// that signs it.
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
  public var organization = "chatterd"
  /// The authority's name in lists of certificates; nil for one with the first name or address.
  public var commonName: String?

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

  /// Generates a key and a certificate, signed by a new authority whose key is then forgotten. RSA
  /// takes up to seconds.
  public func make() throws(CertificateError) -> CertifiedKey {
    try CertificateAuthority(for: self).issue(self)
  }
}

/// The kind of key to generate for a certificate.
public enum CertificateKeyKind: Sendable, Equatable {
  /// ECDSA on P-256, which signs 15 times as fast as RSA with 2048 bits.
  case p256
  /// RSA with a number of bits from 2048 to 4096.
  case rsa(bits: Int)

  /// The sizes of RSA keys that are generated. iOS refuses smaller keys, and larger ones only add
  /// cost.
  public static let rsaBitsRange = 2048...4096
}
