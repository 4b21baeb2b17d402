import CommandLine
import Program

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
}

extension CertificatePaths {
  /// Both files under their default names in a directory.
  init(in directory: String, isOwn: Bool) {
    self.init(
      certificate: directory + "/" + Self.certificateName,
      privateKey: directory + "/" + Self.privateKeyName, isOwn: isOwn)
  }

  /// The files set by `--certificate` and `--private-key`, otherwise those in the data directory.
  init(_ values: OptionValues, _ environment: LaunchEnvironment) throws(CommandError) {
    switch (try values.path(.certificate), try values.path(.privateKey)) {
    case (let certificate?, let privateKey?):
      self.init(certificate: certificate, privateKey: privateKey, isOwn: false)
    case (nil, nil):
      guard let directory = try values.dataDirectory(environment) else {
        throw Configuration.homeUnknown
      }
      self.init(in: directory, isOwn: true)
    case (let certificate, _):
      let (given, missing) =
        certificate == nil
        ? (Option.privateKey, Option.certificate) : (.certificate, .privateKey)
      let origin = values.sourced(given)?.origin ?? .byDefault(flag: given.flag)
      throw .missingPartner(of: origin, missing.flag)
    }
  }
}
