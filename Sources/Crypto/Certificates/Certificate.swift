import System

/// The contents of a certificate that matter to a server's administrator.
public struct Certificate: Sendable, Equatable {
  /// The subject in the form of RFC 2253, such as `CN=example.org,O=chatterd`.
  public let subject: String
  /// The subject of the certificate that signed it, in the same form.
  public let issuer: String
  /// The DNS names in the subject alternative name extension.
  public let names: [String]
  /// The IP addresses in the subject alternative name extension.
  public let addresses: [String]
  /// The start of the validity, in seconds since 1970.
  public let notBefore: Int64
  /// The end of the validity, in seconds since 1970.
  public let notAfter: Int64
  /// SHA-256 digest of the DER form, 32 bytes.
  public let fingerprint: [UInt8]
  /// The certificate in PEM.
  public let pem: String
  public let isSelfSigned: Bool
  /// Whether it may sign others only for the names and addresses that it lists, as an authority of
  /// `chatterd cert` does.
  public let hasNameConstraints: Bool

  /// Whether it may sign other certificates.
  public let isAuthority: Bool
  /// Whether its extended key usage includes TLS servers; nil if it has none.
  public let isForServers: Bool?
  public let publicKey: CertificatePublicKey

  init(_ handle: CertificateHandle, source: String) throws(CertificateError) {
    guard let validity = handle.validity else {
      throw CertificateError.malformedCertificate(source: source)
    }
    subject = handle.subject
    issuer = handle.issuer
    (names, addresses) = handle.alternativeNames
    (notBefore, notAfter) = validity
    fingerprint = handle.fingerprint
    do throws(OpenSSLFailure) {
      pem = String(decoding: try handle.pem(), as: UTF8.self)
    } catch {
      throw CertificateError.malformedCertificate(source: source)
    }
    isSelfSigned = handle.isSelfSigned
    hasNameConstraints = handle.hasNameConstraints
    isAuthority = handle.isAuthority
    isForServers = handle.isForServers
    publicKey = handle.publicKey
  }

  /// Reads the first certificate of a PEM file.
  public init(contentsOf path: String) throws(CertificateError) {
    try self.init(CertifiedKey.certificates(inFile: path)[0], source: path)
  }

  /// Reads all certificates of a PEM file, in their order; at least one.
  public static func all(inFile path: String) throws(CertificateError) -> [Certificate] {
    var all: [Certificate] = []
    for handle in try CertifiedKey.certificates(inFile: path) {
      all.append(try Certificate(handle, source: path))
    }
    return all
  }

  /// Returns the number of whole days until the certificate expires, rounded down: negative once it
  /// has expired.
  ///
  /// - Parameter now: The current time in seconds since 1970.
  public func daysLeft(at now: Int64) -> Int64 {
    // 128 bits, since the times may be as far apart as their type allows.
    let (days, seconds) = (Int128(notAfter) - Int128(now)).quotientAndRemainder(dividingBy: 86_400)
    return Int64(seconds < 0 ? days - 1 : days)
  }

  /// The fingerprint as browsers and openssl show it: `AB:CD:…`.
  public var fingerprintText: String {
    fingerprint.map { $0.hexadecimal(uppercase: true) }.joined(separator: ":")
  }
}

/// The type and the size of a certificate's public key.
public enum CertificatePublicKey: Sendable, Equatable, CustomStringConvertible {
  case rsa(bits: Int)
  /// A key for ECDSA; the bits are those of the curve.
  case ellipticCurve(bits: Int)
  /// Another type, by OpenSSL's name.
  case other(String)

  public var description: String {
    switch self {
    case .rsa(let bits): "RSA \(bits)"
    case .ellipticCurve(let bits): "P-\(bits)"
    case .other(let name): name
    }
  }
}
