import Program
import TLS

/// `chatterd cert`: creates a key and a certificate.
struct Cert {
  let options: CertOptions

  func run() -> ExitCode {
    for warning in options.warnings { StandardStream.error.write("chatterd: \(warning)\n") }
    let files = CertifiedKeyFiles(
      certificate: options.files.certificate, privateKey: options.files.privateKey)
    do throws(CertificateError) {
      let made = try request.make()
      try made.write(to: files, overwriting: options.overwrites)
      StandardStream.output.write(
        """
        certificate  \(files.certificate), until \(made.certificate.lastDay)
        key          \(files.privateKey)
        for          \((made.certificate.names + made.certificate.addresses).joined(separator: ", "))
        fingerprint  \(made.certificate.fingerprintText)

        """)
      return .success
    } catch {
      StandardStream.error.write("chatterd: \(error)\n")
      return .configuration
    }
  }

  private var request: CertificateRequest {
    var request =
      options.names.isEmpty && options.addresses.isEmpty
      ? CertificateRequest(hosts: MachineHosts.all())
      : CertificateRequest(names: options.names, addresses: options.addresses)
    request.days = options.days
    request.key =
      switch options.keyType {
      case .p256: .p256
      case .rsa2048: .rsa(bits: 2048)
      case .rsa4096: .rsa(bits: 4096)
      }
    return request
  }
}
