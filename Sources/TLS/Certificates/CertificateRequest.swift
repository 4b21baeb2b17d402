import Glibc

/// What a self-signed certificate is to say: `make()` makes it and its key.
///
/// The result is one that phones accept: names and addresses where clients look for them (the
/// common name is not looked at), for servers, a CA so that iOS lists it under full trust and
/// Android installs it, and at most 825 days.
public struct CertificateRequest: Sendable {
  /// How long a certificate may be valid: Apple refuses more than 825 days.
  public static let daysRange = 1...825
  /// How many names and addresses together.
  public static let namesMax = 100
  /// Seconds by which the validity begins early, for clients whose clock is behind.
  static let backdatedSeconds = 3600

  /// DNS names, in ASCII; the first label may be `*`.
  public var names: [String]
  /// IPv4 and IPv6 addresses.
  public var addresses: [String]
  public var key: CertificateKeyKind = .p256
  /// The whole span of the validity, the hour before now included.
  public var days = 825
  public var organization = "chatterd"
  /// Shown in lists of certificates; the first name or address if nil.
  public var commonName: String?

  /// Asks for these names and addresses; all else has its default.
  public init(names: [String], addresses: [String] = []) {
    self.names = names
    self.addresses = addresses
  }

  /// Sorts what people call hosts into names and addresses.
  public init(hosts: [String]) {
    self.init(
      names: hosts.filter { !Self.isAddress($0) }, addresses: hosts.filter(Self.isAddress))
  }

  /// Makes a key and a certificate signed by it. RSA takes up to seconds.
  public func make() throws(CertificateError) -> CertifiedKey {
    try validate()
    let now = time(nil)
    let notBefore = now - Self.backdatedSeconds
    let hosts = names + addresses
    let contents = CertificateHandle.Contents(
      organization: organization, commonName: commonName ?? String(hosts[0].prefix(64)),
      // RFC 5280 section 4.1.2.5 counts both ends: one second less is exactly so many days.
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
      sources: CertificateFiles(certificate: "the new certificate", privateKey: "the new key"))
  }

  private var extensions: [CertificateHandle.Extension] {
    let isRSA = if case .rsa = key { true } else { false }
    let alternatives = names.map { "DNS:\($0)" } + addresses.map { "IP:\($0)" }
    return [
      .init(name: "basicConstraints", value: "critical,CA:TRUE"),
      // Only RSA keys encipher keys, and only without forward secrecy; verifiers look for it.
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
