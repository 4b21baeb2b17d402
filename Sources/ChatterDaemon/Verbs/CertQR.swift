import ChatterWeb
import CommandLine
import Program
import Sockets
import TLS

/// `chatterd cert qr`: prints an address as a QR code for phones.
struct CertQR: Sendable {
  let text: String

  /// Takes the address, by default that of the certificate and the usual port.
  init(
    _ address: String?, _ values: OptionValues, _ environment: LaunchEnvironment
  ) throws(CommandError) {
    let url: String
    if let address {
      url = address.contains("://") ? address : "https://\(Self.authority(address))/"
    } else {
      let files = try Cert.files(values, environment)
      do throws(CertificateError) {
        let certificate = try Certificate(contentsOf: files.certificate)
        url =
          WebAddress(
            certificateHosts: certificate.names + certificate.addresses
          ).url
      } catch {
        throw CommandError("\(error); give an address: chatterd cert qr https://example.org/")
      }
    }
    guard let code = QRCode(url) else {
      throw CommandError("the address is too long for a QR code: give a shorter one")
    }
    let lines = environment.isOutputTerminal ? code.coloredTerminalLines : code.terminalLines
    text = (lines + [LogFormat.printable(url), ""]).joined(separator: "\n")
  }

  /// Returns the host and port of a URL for an address; an IPv6 address alone gets its brackets.
  private static func authority(_ address: String) -> String {
    SocketAddress(numericHost: address, port: 0) == nil
      ? address : ListenAddress.bracketed(address)
  }
}
