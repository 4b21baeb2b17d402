import COpenSSL
import Glibc
import System

/// An X.509 certificate. It owns one `X509`.
///
/// A certificate is changed only while it is created, before it is shared. OpenSSL
/// counts references atomically and fills its caches under its own lock.
@safe
public final class Certificate: Sendable, Equatable {
  private let handle: ThreadSafePointer<OpaquePointer>

  init(owning pointer: OpaquePointer) { unsafe handle = ThreadSafePointer(pointer) }

  deinit { unsafe X509_free(pointer) }

  package var pointer: OpaquePointer { unsafe handle.value }

  /// Reads the first certificate of a PEM file.
  public static func first(inFile path: String) throws(CertificateError) -> Certificate {
    try all(inFile: path)[0]
  }

  /// Reads all certificates of a PEM file, in their order; at least one.
  public static func all(inFile path: String) throws(CertificateError) -> [Certificate] {
    try CertifiedKey.certificates(inPEM: CertificateFile(path: path).read(), source: path)
  }

  /// Returns all certificates in PEM text in their order, skipping other blocks.
  ///
  /// Throws for a CERTIFICATE block that cannot be decoded, or has no valid times. Stops after
  /// `countMax` certificates.
  static func all(inPEM text: [UInt8], countMax: Int) throws(OpenSSLFailure)
    -> [Certificate]
  {
    let bio = try MemoryBIO(text)
    var found: [Certificate] = []
    while found.count < countMax {
      guard let next = unsafe PEM_read_bio_X509(bio.pointer, nil, nil, nil) else {
        let failure = OpenSSLFailure.drain()
        if failure.has(PEM_R_NO_START_LINE, of: Int32(ERR_LIB_PEM)) { break }
        throw failure
      }
      let certificate = unsafe Certificate(owning: next)
      try OpenSSLFailure.check(certificate.validity != nil)
      found.append(certificate)
    }
    OpenSSLFailure.forget()
    return found
  }

  public static func == (left: Certificate, right: Certificate) -> Bool {
    unsafe X509_cmp(left.pointer, right.pointer) == 0
  }

  /// The certificate in PEM; empty if OpenSSL has no memory for it.
  public var pem: String { (try? pemBytes()).map { String(decoding: $0, as: UTF8.self) } ?? "" }

  func pemBytes() throws(OpenSSLFailure) -> [UInt8] {
    let bio = try MemoryBIO()
    try OpenSSLFailure.check(unsafe PEM_write_bio_X509(bio.pointer, pointer))
    return bio.takeBytes()
  }

  /// Returns whether the private key belongs to this certificate.
  func matches(_ key: PrivateKeyHandle) -> Bool {
    defer { OpenSSLFailure.forget() }
    return unsafe X509_check_private_key(pointer, key.pointer) == 1
  }

  /// The subject in the form of RFC 2253 (`CN=example.org,O=chatterd`).
  public var subject: String { unsafe Self.text(of: X509_get_subject_name(pointer)) }

  /// The subject of the certificate that signed it, in the same form.
  public var issuer: String { unsafe Self.text(of: X509_get_issuer_name(pointer)) }

  private static func text(of name: OpaquePointer?) -> String {
    guard let bio = try? MemoryBIO() else { return "" }
    // XN_FLAG_RFC2253 escapes control characters, so the text is safe to print.
    let flags = openssl_XN_FLAG_RFC2253 & ~UInt(ASN1_STRFLGS_ESC_MSB)
    _ = unsafe X509_NAME_print_ex(bio.pointer, name, 0, flags)
    OpenSSLFailure.forget()
    return String(decoding: bio.takeBytes(), as: UTF8.self)
  }

  /// SHA-256 digest of the DER form, 32 bytes.
  public var fingerprint: [UInt8] {
    var digest = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
    var count: UInt32 = 0
    guard unsafe X509_digest(pointer, EVP_sha256(), &digest, &count) == 1 else {
      OpenSSLFailure.forget()
      return []
    }
    return Array(digest.prefix(Int(count)))
  }

  /// The fingerprint as browsers and openssl show it: `AB:CD:…`.
  public var fingerprintText: String {
    fingerprint.map { $0.hexadecimal(uppercase: true) }.joined(separator: ":")
  }

  /// Whether the subject and the issuer are the same and the key ids do not contradict it.
  public var isSelfSigned: Bool {
    unsafe X509_get_extension_flags(pointer) & UInt32(EXFLAG_SS) != 0
  }

  /// Whether it may sign others: an authority (RFC 5280 section 4.2.1.9).
  public var isAuthority: Bool { unsafe X509_check_ca(pointer) == 1 }

  /// Whether its extended key usage includes TLS servers; nil if there is no such extension.
  public var isForServers: Bool? {
    // Reads the extensions, which the next call needs.
    unsafe _ = X509_check_purpose(pointer, -1, 0)
    let usage = unsafe X509_get_extended_key_usage(pointer)
    return usage == UInt32.max ? nil : usage & UInt32(XKU_SSL_SERVER) != 0
  }

  public var publicKey: CertificatePublicKey {
    defer { OpenSSLFailure.forget() }
    guard let key = unsafe X509_get0_pubkey(pointer) else { return .other("unknown") }
    let bits = Int(unsafe EVP_PKEY_get_bits(key))
    switch unsafe EVP_PKEY_get_base_id(key) {
    case EVP_PKEY_RSA, EVP_PKEY_RSA_PSS: return .rsa(bits: bits)
    case EVP_PKEY_EC: return .ellipticCurve(bits: bits)
    default:
      let name = unsafe EVP_PKEY_get0_type_name(key).map { unsafe String(cString: $0) }
      return .other(name ?? "unknown")
    }
  }

  /// Whether there is an extension that limits the names and addresses for which this certificate
  /// may sign others (RFC 5280 section 4.2.1.10), as an authority of `chatterd cert` has.
  public var hasNameConstraints: Bool {
    unsafe X509_get_ext_by_NID(pointer, NID_name_constraints, -1) >= 0
  }

  /// Returns whether this certificate is an authority that may sign `other`: `other` names it as
  /// its issuer, the key usage allows signing (RFC 5280 section 4.2.1.3), and the name constraints,
  /// if any, permit all names and addresses of `other` (section 4.2.1.10).
  ///
  /// Signatures and times are not checked.
  func permits(_ other: Certificate) -> Bool {
    defer { OpenSSLFailure.forget() }
    guard unsafe X509_check_ca(pointer) == 1,
      unsafe X509_check_issued(pointer, other.pointer) == X509_V_OK
    else { return false }
    var criticality: Int32 = 0
    guard
      let found = unsafe X509_get_ext_d2i(pointer, NID_name_constraints, &criticality, nil)
    else {
      // -1: the extension is absent. Otherwise it is malformed or occurs twice.
      return criticality == -1
    }
    let constraints = unsafe found.assumingMemoryBound(to: NAME_CONSTRAINTS.self)
    defer { unsafe NAME_CONSTRAINTS_free(constraints) }
    return unsafe NAME_CONSTRAINTS_check(other.pointer, constraints) == X509_V_OK
  }

  /// The start of the validity, in seconds since 1970.
  public var notBefore: Int64 { validity?.notBefore ?? 0 }
  /// The end of the validity, in seconds since 1970.
  public var notAfter: Int64 { validity?.notAfter ?? 0 }

  /// Returns the number of whole days until the certificate expires, rounded down: negative once it
  /// has expired.
  ///
  /// - Parameter now: The current time in seconds since 1970.
  public func daysLeft(at now: Int64) -> Int64 {
    // 128 bits, since the times may be as far apart as their type allows.
    let (days, seconds) = (Int128(notAfter) - Int128(now)).quotientAndRemainder(dividingBy: 86_400)
    return Int64(seconds < 0 ? days - 1 : days)
  }

  /// The start and the end of the validity; nil if a field is malformed.
  private var validity: (notBefore: Int64, notAfter: Int64)? {
    guard let notBefore = unsafe Self.seconds(X509_get0_notBefore(pointer)),
      let notAfter = unsafe Self.seconds(X509_get0_notAfter(pointer))
    else { return nil }
    return (notBefore, notAfter)
  }

  private static func seconds(_ time: UnsafePointer<ASN1_TIME>?) -> Int64? {
    var fields = unsafe tm()
    guard unsafe ASN1_TIME_to_tm(time, &fields) == 1 else {
      OpenSSLFailure.forget()
      return nil
    }
    return Int64(unsafe timegm(&fields))
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
