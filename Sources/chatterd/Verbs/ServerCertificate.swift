import Chatter
import Sockets
import TLS

/// The certificate that a server shows, and the files from which it is read again on SIGHUP.
struct ServerCertificate: Sendable {
  let files: TLS.CertificateFiles
  let contexts: TLSContextSlot
  private let certificate: Certificate

  /// Reads the certificate; when nobody named one and there is none, it is made.
  init(_ configuration: Configuration, log: Log) throws {
    let named = configuration.certificate
    files = TLS.CertificateFiles(certificate: named.certificate, privateKey: named.privateKey)
    do {
      if named.isOwn, !FilePresence.exists(named.certificate),
        !FilePresence.exists(named.privateKey)
      {
        try DataDirectory.make(configuration.dataDirectory)
        let made = try CertificateRequest(hosts: MachineHosts.all()).make()
        try made.write(to: files)
        log.notice("made a certificate", ["path": "\(files.certificate)"])
      }
      // A client that is told to speak HTTP/1.0 may offer that alone (RFC 7301 section 6).
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

  /// The day on which it ends, `2028-03-01`.
  var untilText: String { certificate.lastDay }

  /// A server that was started as root has given that up since.
  private static func advice(_ error: CertificateError) -> String {
    guard case .fileNotReadable(_, .permissionDenied) = error else { return "" }
    return "; let the user that the server runs as read it (chown or chgrp), and reload again"
  }

  private func warnOfExpiry(_ log: Log) {
    let days = certificate.daysLeft(at: Int64(WallClock.secondsSince1970))
    guard days < 30 else { return }
    log.warning(
      days < 0 ? "the certificate has expired: make a new one" : "the certificate expires soon",
      ["until": "\(untilText)"])
  }

  /// Takes what the files hold now; a bad one is refused and the old one kept.
  func reload(_ log: Log) {
    do throws(CertificateError) {
      try contexts.reload()
      log.notice("took the certificate anew", ["path": "\(files.certificate)"])
    } catch {
      log.error(
        "kept the old certificate: the new one is no good",
        ["reason": "\(error)\(Self.advice(error))"])
    }
  }
}

/// What a certificate is made for when nobody says.
enum MachineHosts {
  /// localhost and all of the machine's addresses.
  static func all() -> [String] {
    ["localhost"] + SocketAddress.ofThisMachine().map(\.hostText)
  }
}

extension Certificate {
  /// The day on which it ends, in UTC: `2028-03-01`.
  var lastDay: String {
    let (microseconds, overflows) = notAfter.multipliedReportingOverflow(by: 1_000_000)
    let end = overflows ? nil : Timestamp(microsecondsSince1970: microseconds)
    return end.map { String($0.description.prefix(10)) } ?? "9999-12-31"
  }
}
