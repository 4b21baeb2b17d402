import Chatter
import ChatterWeb
import EventLoop
import TLS

/// The certificate of a server and its files, which are read again on SIGHUP.
struct ServerCertificate: Sendable {
  let files: CertifiedKeyFiles
  let contexts: TLSContextSlot
  let issuer: CertificateIssuer
  /// The fingerprint of what devices must trust; nil if they do already.
  let trustFingerprint: String?
  private let certificate: Certificate
  private let trust: TrustSite

  /// Reads the certificate; creates it first if none is configured and the files are missing.
  init(_ configuration: Configuration, log: Log) throws {
    let named = configuration.certificate
    files = named.files
    if named.isOwn, !FilePresence.exists(files.certificate), !FilePresence.exists(files.privateKey)
    {
      try DataDirectory.make(configuration.dataDirectory)
      let made = try IssuedKey(.ofThisMachine(), reusing: files.authority)
      try made.write(to: files, authority: files.authority)
      log.write(.notice, "created a certificate", ["path": "\(files.certificate)"])
    }
    // A client configured for HTTP/1.0 may offer only that protocol (RFC 7301 section 6).
    contexts = try TLSContextSlot(
      files: files, applicationProtocols: ["h2", "http/1.1", "http/1.0"],
      threadCount: configuration.loops)
    let chain = try Certificate.all(inFile: files.certificate)
    certificate = chain[0]
    issuer = CertificateIssuer(of: chain, authorityPath: files.authority.certificate)
    trust = configuration.trust
    let anchor = TrustAnchor(of: chain, issuer)
    trust.show(anchor)
    trustFingerprint = anchor?.certificate.fingerprintText
    warnOfExpiry(log)
  }

  var hosts: [String] { certificate.names + certificate.addresses }

  /// The end of the validity, in seconds since 1970.
  var notAfter: Int64 { certificate.notAfter }

  /// The last day of validity, such as `2028-03-01`.
  var untilText: String { certificate.lastDay }
  var fingerprintText: String { certificate.fingerprintText }

  /// Returns the fix for a file that cannot be read: a server started as root no longer runs as
  /// root.
  private static func advice(_ error: CertificateError) -> String {
    guard case .fileNotReadable(_, .permissionDenied) = error else { return "" }
    return "; make it readable for the user that the server runs as (chown or chgrp), then reload"
  }

  private func warnOfExpiry(_ log: Log) {
    let days = certificate.daysLeft(at: Int64(WallClock.secondsSince1970))
    guard days < 30 else { return }
    log.write(
      .warning,
      (days < 0 ? "the certificate has expired" : "the certificate expires soon")
        + (issuer == .other ? "" : ": renew it with chatterd cert --force"),
      ["until": "\(untilText)"])
  }

  /// Reads the files again; if they are invalid, logs an error and keeps the current certificate.
  func reload(_ log: Log) {
    do throws(CertificateError) {
      try contexts.reload()
      let chain = try Certificate.all(inFile: files.certificate)
      let issuer = CertificateIssuer(of: chain, authorityPath: files.authority.certificate)
      trust.show(TrustAnchor(of: chain, issuer))
      log.write(.notice, "certificate reloaded", ["path": "\(files.certificate)"])
    } catch {
      log.write(
        .error, "certificate reload failed, keeping the current one",
        ["reason": "\(error)\(Self.advice(error))"])
    }
  }
}

extension TrustAnchor {
  /// What devices must trust for a chain; nil if they trust its authority already.
  fileprivate init?(of chain: [Certificate], _ issuer: CertificateIssuer) {
    switch issuer {
    case .authority(let path):
      guard let authority = try? Certificate(contentsOf: path) else { return nil }
      self.init(authority, .authority)
    case .itself: self.init(chain[0], .server)
    case .other: return nil
    }
  }
}

extension Certificate {
  /// The last day of validity, in UTC, such as `2028-03-01`; certificates end by 9999.
  var lastDay: String {
    String(Timestamp(clamping: notAfter * 1_000_000).description.prefix(10))
  }
}
