import Chatter
import ChatterWeb
import EventLoop
import TLS

/// The certificate of a server and its files, which are read again on SIGHUP and after a renewal.
final class ServerCertificate: Sendable {
  /// The current certificate and who signed it.
  private struct Current {
    let certificate: Certificate
    let issuer: CertificateIssuer
    let anchor: TrustAnchor?

    var hosts: [String] { certificate.names + certificate.addresses }

    /// - Parameter chain: The chain that begins with the server's certificate.
    init(_ chain: [Certificate], _ files: CertifiedKeyFiles) {
      certificate = chain[0]
      issuer = CertificateIssuer(of: chain, authorityPath: files.authority.certificate)
      anchor = TrustAnchor(of: chain, issuer)
    }

    var schedule: CertificateSchedule {
      let isRenewable = if case .authority = issuer { true } else { false }
      return CertificateSchedule(certificate, isRenewable: isRenewable)
    }
  }

  let files: CertifiedKeyFiles
  let contexts: TLSContextSlot
  private let trust: TrustSite
  private let log: Log
  private let current: Lock<Current>

  /// Reads the certificate. Creates it first if none is configured and the files are missing, and
  /// renews it if that is due.
  ///
  /// - Parameter now: The current time in seconds since 1970.
  init(
    _ configuration: Configuration, log: Log, at now: Int64 = Int64(WallClock.secondsSince1970)
  ) throws {
    let named = configuration.certificate
    files = named.files
    self.log = log
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
      challenges: configuration.dataDirectory.map { ChallengeDirectory(path: $0 + "/acme/tls") },
      threadCount: configuration.loops)
    let first = Current(contexts.chain, files)
    current = Lock(first)
    trust = configuration.trust
    trust.show(first.anchor, hosts: first.hosts)
    check(at: now)
  }

  private var certificate: Certificate { current.withLock { $0.certificate } }

  var issuer: CertificateIssuer { current.withLock { $0.issuer } }

  /// The fingerprint of what devices must trust; nil if they do already.
  var trustFingerprint: String? {
    current.withLock { $0.anchor?.certificate.fingerprintText }
  }

  var hosts: [String] { current.withLock { $0.hosts } }

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

  /// Reads the files again; if they are invalid, logs an error and keeps the current certificate.
  func reload() {
    do throws(CertificateError) {
      try contexts.reload()
      let next = Current(contexts.chain, files)
      trust.show(next.anchor, hosts: next.hosts)
      current.withLock { $0 = next }
      log.write(.notice, "certificate reloaded", ["path": "\(files.certificate)"])
    } catch {
      log.write(
        .error, "certificate reload failed, keeping the current one",
        ["reason": "\(error)\(Self.advice(error))"])
    }
  }

  /// Renews the certificate or warns of its end, if that is due. This may write files.
  ///
  /// - Parameter now: The current time in seconds since 1970.
  func check(at now: Int64) {
    guard action(at: now) != .none else { return }
    // Another program may have renewed the certificate without a reload.
    if let chain = try? Certificate.all(inFile: files.certificate), chain != contexts.chain {
      reload()
    }
    switch action(at: now) {
    case .none: break
    case .renew: renew(at: now)
    case .warn: warnOfExpiry(at: now)
    }
  }

  private func action(at now: Int64) -> CertificateSchedule.Action {
    current.withLock { $0.schedule }.action(at: now)
  }

  /// Returns how long to wait until the next check.
  ///
  /// - Parameter now: The current time in seconds since 1970.
  func wait(at now: Int64) -> Duration { current.withLock { $0.schedule }.wait(at: now) }

  private func renew(at now: Int64) {
    do throws(CertificateError) {
      let renewed = try IssuedKey(renewing: files, by: files.authority, at: now)
      try renewed.replaceCertificate(in: files)
      log.write(
        .notice, "renewed the certificate, and kept its key",
        ["until": "\(renewed.server.certificate.lastDay)"])
      reload()
    } catch {
      log.write(
        .error, "cannot renew the certificate: trying again in a day",
        ["until": "\(untilText)", "reason": "\(error)\(Self.advice(error))"])
    }
  }

  private func warnOfExpiry(at now: Int64) {
    let state = certificate.daysLeft(at: now) < 0 ? "has expired" : "expires soon"
    log.write(
      .warning,
      "the certificate \(state)"
        + (issuer == .other ? ": renew it and reload" : ": renew it with chatterd cert --force"),
      ["until": "\(untilText)"])
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
