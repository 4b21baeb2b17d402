import Chatter
import ChatterWeb
import Crypto
import System
import TLS

/// The certificate of a server and its files, which are read again on SIGHUP and after a renewal.
/// Times are in seconds since 1970.
final class ServerCertificate: Sendable {
  /// The current certificate and who signed it.
  struct Current: Sendable {
    let certificate: Certificate
    /// What devices must trust; nil if they do already.
    let anchor: TrustAnchor?

    var hosts: [String] { certificate.names + certificate.addresses }

    /// - Parameter chain: The chain that begins with the server's certificate.
    init(_ chain: [Certificate], _ files: CertifiedKeyFiles) {
      certificate = chain[0]
      anchor = TrustAnchor(of: chain, authority: files.authority.certificate)
    }

    var isRenewable: Bool { anchor?.kind == .authority }
    var schedule: CertificateSchedule { .init(certificate, isRenewable: isRenewable) }
  }

  let files: CertifiedKeyFiles
  let contexts: TLSContextSlot
  private let trust: TrustSite
  private let log: Log
  private let slot: Lock<Current>
  private let worker = WorkerPool(threadsMax: 1)

  /// Reads the certificate. Creates it first if none is configured and the files are missing, and
  /// renews it if that is due.
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
    slot = Lock(first)
    trust = configuration.trust
    trust.show(first.anchor, hosts: first.hosts)
    check(at: now)
  }

  var current: Current { slot.withLock { $0 } }

  /// Returns the fix for a file that cannot be read: a server started as root no longer runs as
  /// root.
  private static func advice(_ error: CertificateError) -> String {
    guard case .fileNotReadable(_, .notPermitted) = error else { return "" }
    return "; make it readable for the user that the server runs as (chown or chgrp), then reload"
  }

  /// Reads the files again; if they are invalid, logs an error and keeps the current certificate.
  func reload() {
    do throws(CertificateError) {
      try contexts.reload()
      let next = Current(contexts.chain, files)
      trust.show(next.anchor, hosts: next.hosts)
      slot.withLock { $0 = next }
      log.write(.notice, "certificate reloaded", ["path": "\(files.certificate)"])
    } catch {
      log.write(
        .error, "certificate reload failed, keeping the current one",
        ["reason": "\(error)\(Self.advice(error))"])
    }
  }

  /// Renews the certificate or warns of its end, if that is due. This may write files.
  func check(at now: Int64) {
    guard now >= current.schedule.due else { return }
    // Another program may have renewed the certificate without a reload.
    if let chain = try? Certificate.all(inFile: files.certificate), chain != contexts.chain {
      reload()
    }
    let current = current
    guard now >= current.schedule.due else { return }
    if current.isRenewable { renew(at: now) } else { warnOfExpiry(at: now) }
  }

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
        [
          "until": "\(current.certificate.lastDay)", "reason": "\(error)\(Self.advice(error))",
        ])
    }
  }

  private func warnOfExpiry(at now: Int64) {
    let current = current
    let state = current.certificate.daysLeft(at: now) < 0 ? "has expired" : "expires soon"
    log.write(
      .warning,
      "the certificate \(state): renew it "
        + (current.anchor == nil ? "and reload" : "with chatterd cert --force"),
      ["until": "\(current.certificate.lastDay)"])
  }
}

extension TrustAnchor {
  /// Finds what signed a chain that begins with the server's certificate; nil for another
  /// authority, which devices may already trust.
  ///
  /// - Parameter path: The file of the authority, if there is one.
  init?(of chain: [Certificate], authority path: String) {
    if chain[0].isSelfSigned {
      self.init(chain[0], .server)
    } else if chain.count > 1, let authority = try? Certificate.first(inFile: path),
      chain[1...].contains(authority)
    {
      self.init(authority, .authority)
    } else {
      return nil
    }
  }
}

extension Certificate {
  /// The first and the last day of validity, in UTC: `2028-03-01`; certificates end by 9999.
  var firstDay: String { Self.day(notBefore) }
  var lastDay: String { Self.day(notAfter) }

  private static func day(_ seconds: Int64) -> String {
    String(Timestamp(clamping: seconds * 1_000_000).description.prefix(10))
  }
}

/// When a running server renews its certificate or warns of its end, in seconds since 1970.
///
/// A certificate that chatterd made is renewed 30 days before its end, or when a third of its
/// validity is left. For other certificates it warns later, since the program that renews them
/// often uses the same limits.
struct CertificateSchedule: Sendable {
  /// How often a certificate is checked, and a problem logged.
  private static let interval = Duration.seconds(secondsOfInterval)
  private static let secondsOfInterval: Int64 = 86_400
  private static let secondsBefore: Int64 = 30 * 86_400

  /// The time of the renewal or the first warning.
  let due: Int64

  /// - Parameter isRenewable: Whether an authority of `chatterd cert` signed the certificate.
  init(_ certificate: Certificate, isRenewable: Bool) {
    let length = max(0, certificate.notAfter - certificate.notBefore)
    due = certificate.notAfter - min(Self.secondsBefore, length / (isRenewable ? 3 : 6))
  }

  /// Returns how long to wait until the next check: a day, or less if something will be due sooner.
  func wait(at now: Int64) -> Duration {
    now > due - Self.secondsOfInterval && now < due ? .seconds(due - now) : Self.interval
  }
}

// A thread of its own, which exists only while there is work, reloads and renews the certificate of
// a running server in one order, so that no loop waits for the disk.
extension ServerCertificate {
  /// Reads the files again, and checks the new certificate at once.
  func reloadAndCheck(at now: Int64 = Int64(WallClock.secondsSince1970)) async {
    await work {
      $0.reload()
      $0.check(at: now)
    }
  }

  /// Checks the certificate daily until the task is cancelled; its first check, at start, has
  /// happened.
  func keep(
    on loop: EventLoop, now: @Sendable () -> Int64 = { Int64(WallClock.secondsSince1970) }
  ) async {
    while (try? await loop.sleep(until: .after(current.schedule.wait(at: now())))) != nil {
      let time = now()
      await work { $0.check(at: time) }
    }
  }

  private func work(_ body: @escaping @Sendable (ServerCertificate) -> Void) async {
    do throws(WorkerPool.BusyError) {
      try await worker.run(for: "") { body(self) }
    } catch {
      // The system has no thread left: waiting for the disk is better than no certificate.
      body(self)
    }
  }
}
