/// The paths of the certificate and its private key.
struct CertificatePaths: Sendable, Equatable {
  /// The default file names, in the same directory.
  static let certificateName = "chatterd.crt"
  static let privateKeyName = "chatterd.key"

  /// The absolute path of the certificate's PEM file; `privateKey` is that of the key's.
  let certificate: String
  let privateKey: String
  /// Whether the paths are the default ones in the data directory, where chatterd creates missing
  /// files.
  let isOwn: Bool

  /// Both files under their default names in a directory.
  init(in directory: String, isOwn: Bool) {
    certificate = directory + "/" + Self.certificateName
    privateKey = directory + "/" + Self.privateKeyName
    self.isOwn = isOwn
  }

  /// The files set by the options, otherwise those in the data directory.
  init(_ values: OptionValues, _ environment: LaunchEnvironment) throws(CommandError) {
    if let named = try Self(named: values, environment) {
      self = named
    } else if let directory = try values.dataDirectory(environment) {
      self.init(in: directory, isOwn: true)
    } else {
      throw .homeUnknown
    }
  }

  /// The files set by `--certificate` and `--private-key`; nil if neither is set.
  init?(named values: OptionValues, _ environment: LaunchEnvironment) throws(CommandError) {
    let certificate = try values.path(.certificate, environment)
    let privateKey = try values.path(.privateKey, environment)
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
