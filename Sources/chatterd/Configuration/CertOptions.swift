/// What `chatterd cert` is to make.
struct CertOptions: Sendable, Equatable {
  /// The kinds of private key that phones and browsers of the day accept.
  enum KeyType: String, CaseIterable, Sendable {
    case p256
    case rsa2048
    case rsa4096
  }

  /// DNS names; when these and the addresses are both empty, the certificate is for localhost and
  /// for all addresses of the machine.
  let names: [String]
  let addresses: [String]
  let keyType: KeyType
  let days: Int
  let files: CertificateFiles
  let overwrites: Bool
  /// What looked odd in the surroundings and was ignored.
  let warnings: [String]

  init(_ values: OptionValues, _ surroundings: Surroundings) throws(CommandError) {
    names = try values.list(.certName) { DomainName.isValid($0, wildcard: true) ? $0 : nil }
    addresses = try values.list(.certAddress) {
      IPAddressText.isIPv4($0) || IPAddressText.isIPv6($0) ? $0 : nil
    }
    keyType = try values.choice(.certKey)
    days = try values.integer(.certDays)
    files = try Self.files(values, surroundings)
    overwrites = try values.isOn(.certForce)
    warnings = values.warnings
  }

  /// A directory and single files given in the same way contradict each other; else the way of
  /// the higher rank decides, as for every option.
  private static func files(
    _ values: OptionValues, _ surroundings: Surroundings
  ) throws(CommandError) -> CertificateFiles {
    guard let out = try values.path(.certOut, surroundings),
      let outOrigin = values.sourced(.certOut)?.origin
    else { return try CertificateFiles(values, surroundings) }
    for key in [OptionKey.certificate, .privateKey] {
      guard let origin = values.sourced(key)?.origin else { continue }
      if origin.rank == outOrigin.rank { throw .contradiction(outOrigin, origin) }
      if origin.rank > outOrigin.rank { return try CertificateFiles(values, surroundings) }
    }
    return CertificateFiles(in: out, isOwn: false)
  }
}
