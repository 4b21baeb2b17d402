import Glibc

/// A request for a self-signed certificate: `make()` generates the certificate and its key.
///
/// Phones accept the result. The names and addresses are in the extension where clients look for
/// them (clients ignore the common name). The certificate is for servers and valid for at most 825
/// days. It is a CA, so that iOS lists it under full trust and Android installs it.
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
  /// The whole validity in days, including the hour before now.
  public var days = 825
  public var organization = "chatterd"
  /// The name shown in lists of certificates; nil for the first name or address.
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

  /// Generates a key and a certificate that is signed by it. RSA takes up to seconds.
  public func make() throws(CertificateError) -> CertifiedKey {
    try validate()
    let now = time(nil)
    let notBefore = now - Self.backdatedSeconds
    let hosts = names + addresses
    let contents = CertificateHandle.Contents(
      organization: organization, commonName: commonName ?? String(hosts[0].prefix(64)),
      // The validity includes both ends (RFC 5280 section 4.1.2.5), so one second less is exactly
      // this number of days.
      notBefore: notBefore, notAfter: notBefore + days * 86_400 - 1, extensions: extensions)
    let made: PrivateKeyHandle
    let certificate: CertificateHandle
    do throws(OpenSSLFailure) {
      made = try PrivateKeyHandle.generate(key)
      certificate = try CertificateHandle.selfSigned(contents, by: made)
    } catch {
      throw CertificateError.refused(reason: error.reason)
    }
    return try CertifiedKey(
      chain: [certificate], key: made,
      sources: CertifiedKeyFiles(certificate: "the new certificate", privateKey: "the new key"))
  }

  private var extensions: [CertificateHandle.Extension] {
    let isRSA = if case .rsa = key { true } else { false }
    let alternatives = names.map { "DNS:\($0)" } + addresses.map { "IP:\($0)" }
    return [
      .init(name: "basicConstraints", value: "critical,CA:TRUE"),
      // Only RSA keys encipher keys, and only without forward secrecy, but verifiers check the bit.
      .init(
        name: "keyUsage",
        value: "critical,digitalSignature,keyCertSign,cRLSign"
          + (isRSA ? ",keyEncipherment" : "")),
      .init(name: "extendedKeyUsage", value: "serverAuth"),
      .init(name: "subjectAltName", value: alternatives.joined(separator: ",")),
      .init(name: "subjectKeyIdentifier", value: "hash"),
      .init(name: "authorityKeyIdentifier", value: "keyid:always"),
    ]
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
