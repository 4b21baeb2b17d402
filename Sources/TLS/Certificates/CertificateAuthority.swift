import EventLoop

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
    let contents = CertificateHandle.Contents(
      organization: request.organization,
      commonName: request.commonName ?? "chatterd CA for \(host.prefix(48))",
      validity: .init(days: Self.days),
      extensions: [
        // pathlen: it signs server certificates and no further authorities.
        .init(name: "basicConstraints", value: "critical,CA:TRUE,pathlen:0"),
        .init(name: "keyUsage", value: "critical,keyCertSign"),
        NameConstraints(names: request.names, addresses: request.addresses).asExtension,
        .init(name: "subjectKeyIdentifier", value: "hash"),
      ])
    let key: PrivateKeyHandle
    let certificate: CertificateHandle
    do throws(OpenSSLFailure) {
      key = try PrivateKeyHandle.generate(request.key)
      certificate = try CertificateHandle.selfSigned(contents, by: key)
    } catch {
      throw CertificateError.refused(reason: error.reason)
    }
    certified = try CertifiedKey(new: certificate, signedBy: [], key: key)
  }

  /// Generates a key and a certificate that this authority signs. The chain of the result ends with
  /// the authority's certificate. RSA takes up to seconds.
  ///
  /// Clients refuse the certificate unless `permits` returns true for it.
  public func issue(_ request: CertificateRequest) throws(CertificateError) -> CertifiedKey {
    try request.validate()
    let key: PrivateKeyHandle
    do throws(OpenSSLFailure) {
      key = try PrivateKeyHandle.generate(request.key)
    } catch {
      throw CertificateError.refused(reason: error.reason)
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
    let contents = CertificateHandle.Contents(
      organization: request.organization,
      // Without DNS names, OpenSSL and GnuTLS check the common name against their constraints.
      commonName: request.names.first.map { String($0.prefix(64)) },
      validity: .init(days: request.days, at: now),
      extensions: [
        .init(name: "basicConstraints", value: "critical,CA:FALSE"),
        .init(
          name: "keyUsage", value: "critical,digitalSignature\(isRSA ? ",keyEncipherment" : "")"),
        .init(name: "extendedKeyUsage", value: "serverAuth"),
        .init(name: "subjectAltName", value: alternatives.joined(separator: ",")),
        .init(name: "subjectKeyIdentifier", value: "hash"),
        .init(name: "authorityKeyIdentifier", value: "keyid:always"),
      ])
    let issuer = CertificateHandle.Issuer(certificate: certified.chain[0], key: certified.key)
    let certificate: CertificateHandle
    do throws(OpenSSLFailure) {
      certificate = try CertificateHandle.issued(contents, for: key, by: issuer)
    } catch {
      throw CertificateError.refused(reason: error.reason)
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

extension CertificateHandle.Contents {
  /// A validity of a number of days that starts an hour ago.
  struct Validity {
    let notBefore: Int
    let notAfter: Int

    init(days: Int, at now: Int64 = Int64(WallClock.secondsSince1970)) {
      notBefore = Int(now) - CertificateRequest.backdatedSeconds
      // The validity includes both ends (RFC 5280 section 4.1.2.5), so one second less is exactly
      // this number of days.
      notAfter = notBefore + days * 86_400 - 1
    }
  }

  init(
    organization: String, commonName: String?, validity: Validity,
    extensions: [CertificateHandle.Extension]
  ) {
    self.init(
      organization: organization, commonName: commonName, notBefore: validity.notBefore,
      notAfter: validity.notAfter, extensions: extensions)
  }
}
