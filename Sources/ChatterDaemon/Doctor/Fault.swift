/// How serious a fault is.
enum FaultSeverity: String, CaseIterable, Sendable {
  /// The server cannot start, or clients refuse it.
  case error
  /// The server works, but may lose data, fail later or refuse more than it should.
  case warning
  /// Nothing is wrong now.
  case notice
}

/// One kind of fault: its stable name, its severity, what is wrong and its cure.
///
/// The texts contain names in braces, such as `{path}`, which a `Fault` replaces with values.
struct FaultKind: Sendable, Hashable {
  /// The name in kebab case; it never changes, so that scripts can rely on it.
  let name: String
  let severity: FaultSeverity
  let problem: String
  let cure: String

  init(_ name: String, _ severity: FaultSeverity, _ problem: String, cure: String) {
    (self.name, self.severity, self.problem, self.cure) = (name, severity, problem, cure)
  }

  /// All kinds, in the order of the documentation.
  static let all = [
    configurationInvalid, configurationUnreadable, configurationUnknownKey, configurationExposed,
    variableUnknown, optionFileInvalid, optionRisky, keysUnavailable, webhookUnavailable,
    backupFailed, backupOld, certificateMissing, certificateUnreadable, certificateNotPEM,
    certificateMalformed, certificateExpired, certificateNotYetValid, certificateExpiresSoon,
    certificateWithoutNames, certificateForOthers, certificateLacksAddress,
    certificateNotForServers, certificateTooLong, certificateIsAuthority, certificateSelfSigned,
    certificateWeakKey, chainMissing, chainOrder, chainExpired,
    keyMissing, keyUnreadable, keyMalformed, keyMismatch, keyReadableByOthers, authorityKeyReadable,
    portTaken, portForbidden, listenAddressForeign, listenNameUnknown, databaseAway,
    databaseSlowToConnect, databaseHostUnknown, databaseStringInvalid, databasePassword,
    databaseRoleMissing, databaseMissing, databaseForbidden, databaseTLS, databaseUnencrypted,
    databaseFullOfSessions, databaseRefused, databaseTooOld, databaseStandby,
    databaseReadOnly, databaseEncoding, databaseRights, databaseRightsOnTables,
    databaseTableMissing, migrationsMissing,
    migrationsAhead, migrationsChanged, migrationsGap, fsyncOff,
    standbysAsynchronous, connectionLimitLow, databaseCheckFailed, dataDirectoryUncreatable,
    dataDirectoryNotDirectory, dataDirectoryOwner, dataDirectoryMode, dataDirectoryNotWritable,
    dataDirectoryReadOnly, dataDirectoryBarrier, diskBelowReserve, diskAlmostFull,
    temporaryFileSystem, clusterVersion, clusterUnrecognized, clusterOwner,
    clusterMode, postgresMissing, descriptorsTooFew,
    memoryLimitLow, localeMissing, loopsOverCores, fullWithoutLimit, proxiesEverywhere,
    rateUnlimited, strictTransportUntrusted, nullOrigin,
  ]

  /// The table of docs/operate/doctor.md. Ends with a line feed.
  static var markdown: String {
    let rows = all.map { kind in
      ["`\(kind.name)`", kind.severity.rawValue, inCell(kind.problem), inCell(kind.cure)]
    }
    let head = ["name", "severity", "what is wrong", "cure"]
    return ([head, head.map { _ in "---" }] + rows)
      .map { "| " + $0.joined(separator: " | ") + " |\n" }.joined()
  }

  /// Shows the names of values in italics; a bar would end the cell.
  private static func inCell(_ text: String) -> String {
    text.replacing("|", with: "\\|").replacing("*", with: "\\*")
      .replacing("{", with: "*").replacing("}", with: "*")
  }
}

/// A fault that was found on this machine.
struct Fault: Sendable, Equatable {
  let kind: FaultKind
  /// What is wrong, with the values found; printable.
  let problem: String
  /// A command to copy or an option to change; values in it are quoted for a shell.
  let cure: String

  /// - Parameter values: The values for the names in braces.
  init(_ kind: FaultKind, _ values: [String: String] = [:]) {
    self.kind = kind
    problem = Self.filled(kind.problem, values) { $0 }
    cure = Self.filled(kind.cure, values) { ShellWord.quoted($0) }
  }

  var severity: FaultSeverity { kind.severity }

  /// Returns a text with its names replaced; values are not searched for further names.
  private static func filled(
    _ text: String, _ values: [String: String], _ form: (String) -> String
  ) -> String {
    text.replacing(/\{(\w+)\}/) { match in
      values[String(match.1)].map { form(printable($0)) } ?? String(match.0)
    }
  }

  /// Maximum length of a value in bytes: that of a path (PATH_MAX).
  private static let valueBytesMax = 4096

  /// Escapes what a terminal does not show as itself. Quotes and backslashes are harmless here, and
  /// the texts of errors contain them.
  private static func printable(_ text: String) -> String {
    LogFormat.printable(text, bytesMax: valueBytesMax)
      .replacing("\\\\", with: "\\").replacing("\\\"", with: "\"")
  }
}

/// Collects the faults of a check, each under its condition.
@resultBuilder
enum FaultList {
  static func buildExpression(_ fault: Fault) -> [Fault] { [fault] }
  static func buildExpression(_ faults: [Fault]) -> [Fault] { faults }
  static func buildBlock(_ parts: [Fault]...) -> [Fault] { parts.flatMap(\.self) }
  static func buildOptional(_ part: [Fault]?) -> [Fault] { part ?? [] }
  static func buildEither(first part: [Fault]) -> [Fault] { part }
  static func buildEither(second part: [Fault]) -> [Fault] { part }
  static func buildArray(_ parts: [[Fault]]) -> [Fault] { parts.flatMap(\.self) }
}
