import Arguments
import Crypto
import System

/// The absolute paths of the certificate and its private key.
struct CertificatePaths: Sendable, Equatable {
  let files: CertifiedKeyFiles
  /// Whether they are in the data directory, where chatterd creates missing files.
  let isOwn: Bool

  /// The files set by `--certificate` and `--private-key`, otherwise those in the data directory.
  init(_ values: OptionValues, _ environment: LaunchEnvironment) throws(CommandError) {
    switch (try values.path(.certificate), try values.path(.privateKey)) {
    case (let certificate?, let privateKey?):
      files = CertifiedKeyFiles(certificate: certificate, privateKey: privateKey)
      isOwn = false
    case (nil, nil):
      guard let directory = try values.dataDirectory(environment) else {
        throw Configuration.homeUnknown
      }
      files = CertifiedKeyFiles(in: directory)
      isOwn = true
    case (let certificate, _):
      let (given, missing) =
        certificate == nil
        ? (Option.privateKey, Option.certificate) : (.certificate, .privateKey)
      throw .missingPartner(of: values.origin(of: given), missing.flag)
    }
  }
}

extension CertifiedKeyFiles {
  /// Both files under their default names in a directory.
  init(in directory: String) {
    self.init(
      certificate: directory + "/chatterd.crt", privateKey: directory + "/chatterd.key")
  }

  /// The files of the authority, each beside the server's file of its kind.
  var authority: CertifiedKeyFiles {
    CertifiedKeyFiles(
      certificate: Self.beside(certificate, "chatterd-ca.crt"),
      privateKey: Self.beside(privateKey, "chatterd-ca.key"))
  }

  private static func beside(_ path: String, _ name: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return name }
    return path[...slash] + name
  }
}
