import CommandLine
import Program
import Sockets
import TLS

/// `chatterd cert`: creates a key and a certificate.
struct Cert: Sendable {
  /// The types of private key that current phones and browsers accept, by their names in `--key`.
  static let keyTypes: KeyValuePairs<String, CertificateKeyKind> = [
    "p256": .p256, "rsa2048": .rsa(bits: 2048), "rsa4096": .rsa(bits: 4096),
  ]

  /// The certificate to create: for localhost and all addresses of the machine if no name and no
  /// address is given.
  let request: CertificateRequest
  let files: CertifiedKeyFiles
  let overwrites: Bool
  /// Warnings about suspicious parts of the environment that were ignored.
  let warnings: [String]

  init(_ values: OptionValues, _ environment: LaunchEnvironment) throws(CommandError) {
    let names = try values.list(.certName) { DomainName.isValid($0, wildcard: true) ? $0 : nil }
    let addresses = try values.list(.certAddress) { text in
      text.contains("%") ? nil : SocketAddress(numericHost: text, port: 0).map { _ in text }
    }
    var request =
      names.isEmpty && addresses.isEmpty
      ? .ofThisMachine() : CertificateRequest(names: names, addresses: addresses)
    request.key = try values.required(.certKey) { name in
      Self.keyTypes.first { $0.key == name }?.value
    }
    request.days = try values.integer(.certDays)
    self.request = request
    files = try Self.files(values, environment)
    overwrites = try values.isOn(.certForce)
    warnings = values.warnings
  }

  /// Returns the files to write: in the directory of `--out`, which wins over files that the
  /// environment or the configuration file names, otherwise those files.
  private static func files(
    _ values: OptionValues, _ environment: LaunchEnvironment
  ) throws(CommandError) -> CertifiedKeyFiles {
    guard let out = try values.path(.certOut), let origin = values.sourced(.certOut)?.origin else {
      return try CertificatePaths(values, environment).files
    }
    for option in [Option.certificate, .privateKey] {
      if let other = values.sourced(option)?.origin, other.isFlag {
        throw .contradiction(origin, other)
      }
    }
    return CertifiedKeyFiles(in: out)
  }

  func run() throws(CertificateError) {
    for warning in warnings { StandardStream.error.write("chatterd: \(warning)\n") }
    let made = try request.make()
    try made.write(to: files, overwriting: overwrites)
    StandardStream.output.write(
      """
      certificate  \(files.certificate), until \(made.certificate.lastDay)
      key          \(files.privateKey)
      for          \((made.certificate.names + made.certificate.addresses).joined(separator: ", "))
      fingerprint  \(made.certificate.fingerprintText)

      """)
  }
}

extension CertificateRequest {
  /// Returns a request for localhost and all addresses of the machine.
  static func ofThisMachine() -> CertificateRequest {
    CertificateRequest(hosts: ["localhost"] + SocketAddress.ofThisMachine().map(\.hostText))
  }
}
