import ChatterWeb
import CommandLine
import Program
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
      url = address.contains("://") ? address : "https://\(address)/"
    } else {
      let files = try CertificatePaths(values, environment).files
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
    text = (code.terminalLines + [LogFormat.printable(url), ""]).joined(separator: "\n")
  }
}
