import Chatter
import EventLoop
import Sockets
import TLS

/// The certificate of a server and its files, which are read again on SIGHUP.
struct ServerCertificate: Sendable {
  let files: CertifiedKeyFiles
  let contexts: TLSContextSlot
  private let certificate: Certificate

  /// Reads the certificate; creates it first if none is configured and the files are missing.
  init(_ configuration: Configuration, log: Log) throws {
    let named = configuration.certificate
    files = CertifiedKeyFiles(certificate: named.certificate, privateKey: named.privateKey)
    do {
      if named.isOwn, !FilePresence.exists(named.certificate),
        !FilePresence.exists(named.privateKey)
      {
        try DataDirectory.make(configuration.dataDirectory)
        let made = try CertificateRequest(hosts: MachineHosts.all()).make()
        try made.write(to: files)
        log.notice("created a certificate", ["path": "\(files.certificate)"])
      }
      // A client configured for HTTP/1.0 may offer only that protocol (RFC 7301 section 6).
      contexts = try TLSContextSlot(
        files: files, applicationProtocols: ["h2", "http/1.1", "http/1.0"],
        threadCount: configuration.loops)
      certificate = try Certificate(contentsOf: files.certificate)
    } catch let error as CertificateError {
      throw VerbError.configuration("\(error)")
    }
    warnOfExpiry(log)
  }

  var hosts: [String] { certificate.names + certificate.addresses }
  var isSelfSigned: Bool { certificate.isSelfSigned }

  /// The last day of validity, such as `2028-03-01`.
  var untilText: String { certificate.lastDay }

  /// Returns the fix for a file that cannot be read: a server started as root no longer runs as
  /// root.
  private static func advice(_ error: CertificateError) -> String {
    guard case .fileNotReadable(_, .permissionDenied) = error else { return "" }
    return "; make it readable for the user that the server runs as (chown or chgrp), then reload"
  }

  private func warnOfExpiry(_ log: Log) {
    let days = certificate.daysLeft(at: Int64(WallClock.secondsSince1970))
    guard days < 30 else { return }
    log.warning(
      days < 0 ? "the certificate has expired: create a new one" : "the certificate expires soon",
      ["until": "\(untilText)"])
  }

  /// Reads the files again; if they are invalid, logs an error and keeps the current certificate.
  func reload(_ log: Log) {
    do throws(CertificateError) {
      try contexts.reload()
      log.notice("certificate reloaded", ["path": "\(files.certificate)"])
    } catch {
      log.error(
        "certificate reload failed, keeping the current one",
        ["reason": "\(error)\(Self.advice(error))"])
    }
  }
}

/// The default hosts of a certificate.
enum MachineHosts {
  /// Returns localhost and all addresses of the machine.
  static func all() -> [String] {
    ["localhost"] + SocketAddress.ofThisMachine().map(\.hostText)
  }
}

extension Certificate {
  /// The last day of validity, in UTC, such as `2028-03-01`.
  var lastDay: String {
    let (microseconds, overflows) = notAfter.multipliedReportingOverflow(by: 1_000_000)
    let end = overflows ? nil : Timestamp(microsecondsSince1970: microseconds)
    return end.map { String($0.description.prefix(10)) } ?? "9999-12-31"
  }
}
