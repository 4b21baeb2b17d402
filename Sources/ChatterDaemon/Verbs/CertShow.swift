import CommandLine
import EventLoop
import Program
import Sockets
import TLS

/// `chatterd cert show`: prints what a certificate is for, and which clients would refuse it.
struct CertShow: Sendable {
  let text: String

  init(
    _ operand: String?, _ values: OptionValues, _ environment: LaunchEnvironment
  ) throws(CommandError) {
    if let operand {
      throw CommandError("unexpected argument \(LogFormat.printable(operand)) after cert show")
    }
    let files = try Cert.files(values, environment)
    do throws(CertificateError) {
      let chain = try Certificate.all(inFile: files.certificate)
      let issuer = CertificateIssuer(of: chain, authorityPath: files.authority.certificate)
      let lines = Self.lines(
        chain, files, issuer, now: Int64(WallClock.secondsSince1970),
        machine: SocketAddress.ofThisMachine().map(\.hostText))
      text = lines.joined(separator: "\n") + "\n"
    } catch {
      throw CommandError("\(error); create a certificate with chatterd cert")
    }
  }

  /// Returns the lines to print.
  ///
  /// - Parameters:
  ///   - now: The current time in seconds since 1970.
  ///   - machine: The addresses of this machine.
  static func lines(
    _ chain: [Certificate], _ files: CertifiedKeyFiles, _ issuer: CertificateIssuer, now: Int64,
    machine: [String]
  ) -> [String] {
    let server = chain[0]
    let days = server.daysLeft(at: now)
    let hosts = (server.names + server.addresses).joined(separator: ", ")
    let facts = [
      "certificate  \(LogFormat.printable(files.certificate))",
      "for          \(LogFormat.printable(hosts))",
      "until        \(server.lastDay) (\(days < 0 ? "expired" : "\(days) days left"))",
      "key          \(server.publicKey)",
      "signed by    \(signer(issuer))",
      "fingerprint  \(server.fingerprintText)",
      "",
    ]
    let findings = CertificateFinding.all(of: chain, at: now).map(\.description)
    let missing = machine.filter { !server.addresses.contains($0) }
    let addresses =
      missing.isEmpty || server.addresses.isEmpty
      ? []
      : ["This machine also has \(missing.joined(separator: ", ")), for which it is not."]
    return facts
      + (findings.isEmpty ? ["Clients that trust its authority accept it."] : findings)
      + addresses
  }

  private static func signer(_ issuer: CertificateIssuer) -> String {
    switch issuer {
    case .authority(let path): LogFormat.printable(path)
    case .itself: "itself"
    case .other: "another authority"
    }
  }
}
