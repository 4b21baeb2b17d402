import Arguments
import ChatterWeb
import Crypto
import Sockets
import System

/// `chatterd cert`: creates a key and a certificate, and an authority that signs it unless there is
/// one.
struct Cert: VerbRun {
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
  ///
  /// - Parameter needsKey: Whether a certificate without its key is an error.
  static func files(
    _ values: OptionValues, _ environment: LaunchEnvironment, needsKey: Bool = true
  ) throws(CommandError) -> CertifiedKeyFiles {
    guard let out = try values.path(.certOut), let origin = values.sourced(.certOut)?.origin else {
      if !needsKey, let certificate = try values.path(.certificate) {
        return CertifiedKeyFiles(certificate: certificate, privateKey: "")
      }
      return try CertificatePaths(values, environment).files
    }
    for option in [Option.certificate, .privateKey] {
      if let other = values.sourced(option)?.origin, other.isFlag {
        throw .contradiction(origin, other)
      }
    }
    return CertifiedKeyFiles(in: out)
  }

  func run() throws(CertificateError) -> ExitCode {
    for warning in warnings { StandardStream.error.write("chatterd: \(warning)\n") }
    let made = try IssuedKey(request, reusing: files.authority)
    try made.write(to: files, authority: files.authority, overwriting: overwrites)
    StandardStream.output.write(Self.lines(made, files).joined(separator: "\n") + "\n")
    return .success
  }

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
  static func ofThisMachine() -> CertificateRequest {
    CertificateRequest(hosts: ["localhost"] + SocketAddress.ofThisMachine().map(\.hostText))
  }
}

/// `chatterd cert show`: prints what a certificate is for, and which clients would refuse it.
enum CertShow {
  static func text(
    _ operand: String?, _ values: OptionValues, _ environment: LaunchEnvironment
  ) throws(CommandError) -> PrintedText {
    if let operand {
      throw CommandError("unexpected argument \(LogFormat.printable(operand)) after cert show")
    }
    let files = try Cert.files(values, environment, needsKey: false)
    do throws(CertificateError) {
      let chain = try Certificate.all(inFile: files.certificate)
      let anchor = TrustAnchor(of: chain, authority: files.authority.certificate)
      let now = Int64(WallClock.secondsSince1970)
      let refusals = CertificateCheck.refusals(of: chain, path: files.certificate, at: now)
      let lines = lines(chain, files, anchor?.kind, refusals, now: now)
      return PrintedText(
        text: lines.joined(separator: "\n") + "\n",
        code: DoctorReport(refusals, examined: []).exitCode)
    } catch {
      throw CommandError("\(error); create a certificate with chatterd cert", isUsage: false)
    }
  }

  /// - Parameters:
  ///   - anchor: Who signed the certificate; nil for another authority.
  ///   - refusals: Why clients refuse it.
  ///   - now: The current time in seconds since 1970.
  static func lines(
    _ chain: [Certificate], _ files: CertifiedKeyFiles, _ anchor: TrustAnchor.Kind?,
    _ refusals: [Fault], now: Int64
  ) -> [String] {
    let server = chain[0]
    let signer =
      switch anchor {
      case .authority: LogFormat.printable(files.authority.certificate)
      case .server: "itself"
      case nil: "another authority"
      }
    let days = server.daysLeft(at: now)
    let hosts = (server.names + server.addresses).joined(separator: ", ")
    let facts = [
      "certificate  \(LogFormat.printable(files.certificate))",
      "for          \(LogFormat.printable(hosts))",
      "until        \(server.lastDay) (\(days < 0 ? "expired" : "\(days) days left"))",
      "key          \(server.publicKey)",
      "signed by    \(signer)",
      "fingerprint  \(server.fingerprintText)",
      "",
    ]
    return facts
      + (refusals.isEmpty
        ? ["Clients that trust its authority accept it."]
        : refusals.map { "\($0.problem) \($0.cure)" })
  }
}

/// `chatterd cert qr`: prints an address as a QR code for phones.
enum CertQR {
  /// Returns the code of the address, by default of that of the certificate and the usual port.
  static func text(
    _ address: String?, _ values: OptionValues, _ environment: LaunchEnvironment
  ) throws(CommandError) -> PrintedText {
    let url: String
    if let address {
      url = address.contains("://") ? address : "https://\(authority(address))/"
    } else {
      let files = try Cert.files(values, environment, needsKey: false)
      do throws(CertificateError) {
        let certificate = try Certificate.first(inFile: files.certificate)
        url = WebAddress(certificateHosts: certificate.names + certificate.addresses).url
      } catch {
        throw CommandError(
          "\(error); give an address: chatterd cert qr https://example.org/", isUsage: false)
      }
    }
    guard let code = QRCode(url) else {
      throw CommandError("the address is too long for a QR code: give a shorter one")
    }
    let lines = environment.isOutputTerminal ? code.coloredTerminalLines : code.terminalLines
    return PrintedText(
      text: (lines + [LogFormat.printable(url), ""]).joined(separator: "\n"))
  }

  /// Returns the host and port of a URL for an address; an IPv6 address alone gets its brackets.
  private static func authority(_ address: String) -> String {
    SocketAddress(numericHost: address, port: 0) == nil
      ? address : ListenAddress.bracketed(address)
  }
}
