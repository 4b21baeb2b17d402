import CommandLine
import Program

/// The options of `chatterd cert`.
struct CertOptions: Sendable, Equatable {
  /// The types of private key that current phones and browsers accept.
  enum KeyType: String, CaseIterable, Sendable {
    case p256
    case rsa2048
    case rsa4096
  }

  /// DNS names. If `names` and `addresses` are both empty, the certificate is for localhost and all
  /// addresses of the machine.
  let names: [String]
  let addresses: [String]
  let keyType: KeyType
  let days: Int
  let files: CertificatePaths
  let overwrites: Bool
  /// Warnings about suspicious parts of the environment that were ignored.
  let warnings: [String]

  init(_ values: OptionValues, _ environment: LaunchEnvironment) throws(CommandError) {
    names = try values.list(.certName) { DomainName.isValid($0, wildcard: true) ? $0 : nil }
    addresses = try values.list(.certAddress) {
      IPAddressText.isIPv4($0) || IPAddressText.isIPv6($0) ? $0 : nil
    }
    keyType = try values.choice(.certKey)
    days = try values.integer(.certDays)
    files = try Self.files(values, environment)
    overwrites = try values.isOn(.certForce)
    warnings = values.warnings
  }

  /// Returns the files to write: in the directory of `--out`, which wins over files that the
  /// environment or the configuration file names, otherwise those files.
  private static func files(
    _ values: OptionValues, _ environment: LaunchEnvironment
  ) throws(CommandError) -> CertificatePaths {
    guard let out = try values.path(.certOut), let origin = values.sourced(.certOut)?.origin else {
      return try CertificatePaths(values, environment)
    }
    for option in [Option.certificate, .privateKey] {
      if let other = values.sourced(option)?.origin, other.isFlag {
        throw .contradiction(origin, other)
      }
    }
    return CertificatePaths(in: out, isOwn: false)
  }
}
