/// Where the certificate and its private key are.
struct CertificateFiles: Sendable, Equatable {
  /// The customary names, side by side.
  static let certificateName = "chatterd.crt"
  static let privateKeyName = "chatterd.key"

  /// Absolute paths to PEM files.
  let certificate: String
  let privateKey: String
  /// Whether nobody named them: they are in the data directory and chatterd makes them if missing.
  let isOwn: Bool

  /// Both under their customary names in a directory.
  init(in directory: String, isOwn: Bool) {
    certificate = directory + "/" + Self.certificateName
    privateKey = directory + "/" + Self.privateKeyName
    self.isOwn = isOwn
  }

  /// The files that the options name, else those of the data directory.
  init(_ values: OptionValues, _ surroundings: Surroundings) throws(CommandError) {
    if let named = try Self(named: values, surroundings) {
      self = named
    } else if let directory = try values.dataDirectory(surroundings) {
      self.init(in: directory, isOwn: true)
    } else {
      throw .homeUnknown
    }
  }

  /// The files that `--certificate` and `--private-key` name, nil when neither is given.
  init?(named values: OptionValues, _ surroundings: Surroundings) throws(CommandError) {
    let certificate = try values.path(.certificate, surroundings)
    let privateKey = try values.path(.privateKey, surroundings)
    switch (certificate, privateKey) {
    case (let certificate?, let privateKey?):
      self.certificate = certificate
      self.privateKey = privateKey
      isOwn = false
    case (nil, nil):
      return nil
    case (_?, nil):
      throw Self.missing(.privateKey, beside: .certificate, values)
    case (nil, _?):
      throw Self.missing(.certificate, beside: .privateKey, values)
    }
  }

  private static func missing(
    _ missing: OptionKey, beside present: OptionKey, _ values: OptionValues
  ) -> CommandError {
    let flag = OptionTable[present].flag
    let origin = values.sourced(present)?.origin ?? .byDefault(flag: flag)
    return .missingPartner(of: origin, flag: OptionTable[missing].flag)
  }
}
