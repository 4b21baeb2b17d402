import Sockets
import System

/// A certificate that signs server certificates, and its private key.
///
/// Clients that trust its certificate trust every server certificate that it signs. It may sign
/// only for the names and addresses that it was created for, so that its key is no danger to other
/// sites.
public struct CertificateAuthority: Sendable {
  /// Number of days that a new authority is valid. Clients limit only server certificates: 10 years
  /// spare people from trusting another one on each device.
  static let days = 3650

  let certified: CertifiedKey

  /// The authority's own certificate, which clients trust.
  public var certificate: Certificate { certified.certificate }

  /// Reads the files of an authority.
  public init(_ files: CertifiedKeyFiles) throws(CertificateError) {
    certified = try CertifiedKey(files)
  }

  /// Generates a key and a self-signed certificate that permits only the names and addresses of a
  /// request.
  public init(for request: CertificateRequest) throws(CertificateError) {
    try request.validate()
    let host = request.names.first ?? request.addresses[0]
    let contents = Certificate.Contents(
      commonName: "chatterd CA for \(host.prefix(48))",
      days: Self.days,
      extensions: [
        // pathlen: it signs server certificates and no further authorities.
        .init(name: "basicConstraints", value: "critical,CA:TRUE,pathlen:0"),
        .init(name: "keyUsage", value: "critical,keyCertSign"),
        NameConstraints(names: request.names, addresses: request.addresses).asExtension,
        .init(name: "subjectKeyIdentifier", value: "hash"),
      ])
    let (certificate, key) = try CertificateError.refusing { () throws(OpenSSLFailure) in
      let key = try PrivateKeyHandle.generate(request.key)
      return (try Certificate.signed(contents, for: key), key)
    }
    certified = try CertifiedKey(new: certificate, signedBy: [], key: key)
  }

  /// Generates a key and a certificate that this authority signs. The chain of the result ends with
  /// the authority's certificate. RSA takes up to seconds.
  ///
  /// Clients refuse the certificate unless `permits` returns true for it.
  public func issue(_ request: CertificateRequest) throws(CertificateError) -> CertifiedKey {
    try request.validate()
    let key = try CertificateError.refusing { () throws(OpenSSLFailure) in
      try PrivateKeyHandle.generate(request.key)
    }
    return try issue(request, for: key)
  }

  /// Creates a certificate for a key that exists, with the names, addresses and days of a request.
  ///
  /// - Parameter now: The current time in seconds since 1970.
  func issue(
    _ request: CertificateRequest, for key: PrivateKeyHandle,
    at now: Int64 = Int64(WallClock.secondsSince1970)
  ) throws(CertificateError) -> CertifiedKey {
    try request.validate()
    // RSA keys encipher keys only without forward secrecy, but NSS checks the bit.
    let isRSA = key.isRSA
    let alternatives = request.names.map { "DNS:\($0)" } + request.addresses.map { "IP:\($0)" }
    let contents = Certificate.Contents(
      // Without DNS names, OpenSSL and GnuTLS check the common name against their constraints.
      commonName: request.names.first.map { String($0.prefix(64)) },
      days: request.days, at: now,
      extensions: [
        .init(name: "basicConstraints", value: "critical,CA:FALSE"),
        .init(
          name: "keyUsage", value: "critical,digitalSignature\(isRSA ? ",keyEncipherment" : "")"),
        .init(name: "extendedKeyUsage", value: "serverAuth"),
        .init(name: "subjectAltName", value: alternatives.joined(separator: ",")),
        .init(name: "subjectKeyIdentifier", value: "hash"),
        .init(name: "authorityKeyIdentifier", value: "keyid:always"),
      ])
    let certificate = try CertificateError.refusing { () throws(OpenSSLFailure) in
      try Certificate.signed(contents, for: key, by: certified)
    }
    return try CertifiedKey(new: certificate, signedBy: certified.chain, key: key)
  }

  /// Returns whether clients that trust this authority accept a certificate that it has issued: it
  /// permits all names and addresses, and does not expire first.
  public func permits(_ issued: CertifiedKey) -> Bool {
    certificate.notAfter >= issued.certificate.notAfter
      && certified.chain[0].permits(issued.chain[0])
  }
}

extension Certificate.Contents {
  /// Contents that are valid for a number of days from an hour ago.
  fileprivate init(
    commonName: String?, days: Int, at now: Int64 = Int64(WallClock.secondsSince1970),
    extensions: [Certificate.Extension]
  ) {
    let start = Int(now) - CertificateRequest.backdatedSeconds
    self.init(
      organization: "chatterd", commonName: commonName, notBefore: start,
      // The validity includes both ends (RFC 5280 section 4.1.2.5), so one second less is exactly
      // this number of days.
      notAfter: start + days * 86_400 - 1, extensions: extensions)
  }
}

/// The name constraints of an authority (RFC 5280 section 4.2.1.10) that permit only some DNS names
/// and addresses.
///
/// Constraints that permit names of one type leave all other types unconstrained, so types without
/// a permitted name are excluded as a whole. GnuTLS treats IPv4 and IPv6 as two types.
struct NameConstraints {
  let names: [String]
  let addresses: [String]

  /// The lines of an x509v3_config(5) section. Each key is unique, since a repeated one replaces
  /// the one before.
  var lines: [String] {
    let hosts = addresses.compactMap { SocketAddress(numericHost: $0, port: 0)?.host }
    let hasIPv4 = hosts.contains { if case .v4 = $0 { true } else { false } }
    let hasIPv6 = hosts.contains { if case .v6 = $0 { true } else { false } }
    let permitted =
      names.map { ("DNS", Self.base(of: $0)) }
      + addresses.map { ("IP", $0 + ($0.contains(":") ? Self.fullMask6 : Self.fullMask4)) }
    var excluded: [(String, String)] = []
    // The empty name is a suffix of every name.
    if names.isEmpty { excluded.append(("DNS", "")) }
    if !hasIPv4 { excluded.append(("IP", "0.0.0.0/0.0.0.0")) }
    if !hasIPv6 { excluded.append(("IP", "::/::")) }
    return permitted.enumerated().map { "permitted;\($1.0).\($0) = \($1.1)" }
      + excluded.enumerated().map { "excluded;\($1.0).\($0) = \($1.1)" }
  }

  var asExtension: Certificate.Extension {
    .init(name: "nameConstraints", value: "critical,@section", section: lines)
  }

  /// Returns the constraint that permits a name. It always permits the subdomains too, so
  /// `*.example.org` needs `example.org`.
  private static func base(of name: String) -> String {
    name.hasPrefix("*.") ? String(name.dropFirst(2)) : name
  }

  private static let fullMask4 = "/255.255.255.255"
  private static let fullMask6 = "/" + Array(repeating: "ffff", count: 8).joined(separator: ":")
}
