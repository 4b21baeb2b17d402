import CommandLine
import Program
import Sockets
import TLS

/// `chatterd cert`: creates a key and a certificate, and an authority that signs it unless there is
/// one.
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

  /// Returns the files of the verb: in the directory of `--out`, which wins over files that the
  /// environment or the configuration file names, otherwise those files.
  static func files(
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
    let made = try IssuedKey(request, reusing: files.authority)
    try made.write(to: files, authority: files.authority, overwriting: overwrites)
    StandardStream.output.write(Self.lines(made, files).joined(separator: "\n") + "\n")
  }

  /// Returns what the verb prints: the files, and what clients must do.
  static func lines(_ made: IssuedKey, _ files: CertifiedKeyFiles) -> [String] {
    let (server, authority) = (made.server.certificate, made.authority.certificate)
    return [
      "certificate  \(files.certificate), until \(server.lastDay)",
      "key          \(files.privateKey)",
      "for          \((server.names + server.addresses).joined(separator: ", "))",
      "fingerprint  \(server.fingerprintText)",
      "authority    \(files.authority.certificate), until \(authority.lastDay)",
      "key          \(files.authority.privateKey)",
      "fingerprint  \(authority.fingerprintText)",
      "",
    ] + advice(made.origin, files.authority)
  }

  private static func advice(
    _ origin: IssuedKey.AuthorityOrigin, _ files: CertifiedKeyFiles
  ) -> [String] {
    switch origin {
    case .new:
      [
        "The authority is new: clients must trust \(files.certificate).",
        "Its key is needed only to renew the certificate, which a running server does by itself.",
        "You can store it elsewhere until the server logs that it is missing.",
      ]
    case .reused:
      ["The authority is the same: clients that trust it accept the new certificate."]
    case .replaced:
      [
        "The authority is new, since the old one does not permit these names and addresses or",
        "expires too early: clients must trust the new \(files.certificate).",
      ]
    }
  }
}

extension CertificateRequest {
  /// Returns a request for localhost and all addresses of the machine.
  static func ofThisMachine() -> CertificateRequest {
    CertificateRequest(hosts: ["localhost"] + SocketAddress.ofThisMachine().map(\.hostText))
  }
}
