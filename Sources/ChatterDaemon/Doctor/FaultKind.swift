/// One kind of fault, by its stable name: it never changes, so that scripts can rely on it.
enum FaultKind: String, CaseIterable, Sendable {
  case configurationInvalid = "configuration-invalid"
  case configurationUnreadable = "configuration-unreadable"
  case configurationUnknownKey = "configuration-unknown-key"
  case configurationExposed = "configuration-exposed"
  case variableUnknown = "variable-unknown"
  case optionFileInvalid = "option-file-invalid"
  case optionRisky = "option-risky"
  case keysUnavailable = "keys-unavailable"
  case webhookUnavailable = "webhook-unavailable"
  case backupFailed = "backup-failed"
  case backupOld = "backup-old"
  case certificateMissing = "certificate-missing"
  case certificateUnreadable = "certificate-unreadable"
  case certificateNotPEM = "certificate-not-pem"
  case certificateMalformed = "certificate-malformed"
  case certificateExpired = "certificate-expired"
  case certificateNotYetValid = "certificate-not-yet-valid"
  case certificateExpiresSoon = "certificate-expires-soon"
  case certificateWithoutNames = "certificate-without-names"
  case certificateForOthers = "certificate-for-others"
  case certificateLacksAddress = "certificate-lacks-address"
  case certificateNotForServers = "certificate-not-for-servers"
  case certificateTooLong = "certificate-too-long"
  case certificateIsAuthority = "certificate-is-authority"
  case certificateSelfSigned = "certificate-self-signed"
  case certificateWeakKey = "certificate-weak-key"
  case chainMissing = "certificate-chain-missing"
  case chainOrder = "certificate-chain-order"
  case chainExpired = "certificate-chain-expired"
  case keyMissing = "key-missing"
  case keyUnreadable = "key-unreadable"
  case keyMalformed = "key-malformed"
  case keyMismatch = "key-mismatch"
  case keyReadableByOthers = "key-readable-by-others"
  case authorityKeyReadable = "authority-key-readable"
  case portTaken = "port-taken"
  case portForbidden = "port-forbidden"
  case listenAddressForeign = "listen-address-foreign"
  case listenNameUnknown = "listen-name-unknown"
  case databaseAway = "database-away"
  case databaseSlowToConnect = "database-timeout"
  case databaseHostUnknown = "database-host-unknown"
  case databaseStringInvalid = "database-string-invalid"
  case databasePassword = "database-password"
  case databaseRoleMissing = "database-role-missing"
  case databaseMissing = "database-missing"
  case databaseForbidden = "database-forbidden"
  case databaseTLS = "database-tls-refused"
  case databaseUnencrypted = "database-unencrypted"
  case databaseFullOfSessions = "database-too-many-connections"
  case databaseRefused = "database-refused"
  case databaseTooOld = "database-too-old"
  case databaseStandby = "database-standby"
  case databaseReadOnly = "database-read-only"
  case databaseEncoding = "database-encoding"
  case databaseRights = "database-rights"
  case databaseRightsOnTables = "database-rights-on-tables"
  case databaseTableMissing = "database-table-missing"
  case migrationsMissing = "migrations-missing"
  case migrationsAhead = "migrations-ahead"
  case migrationsChanged = "migrations-changed"
  case migrationsGap = "migrations-gap"
  case fsyncOff = "database-fsync-off"
  case standbysAsynchronous = "database-standbys-asynchronous"
  case connectionLimitLow = "database-connection-limit"
  case databaseCheckFailed = "database-check-failed"
  case dataDirectoryUncreatable = "data-directory-uncreatable"
  case dataDirectoryNotDirectory = "data-directory-not-directory"
  case dataDirectoryOwner = "data-directory-owner"
  case dataDirectoryMode = "data-directory-mode"
  case dataDirectoryNotWritable = "data-directory-not-writable"
  case dataDirectoryReadOnly = "data-directory-read-only"
  case dataDirectoryBarrier = "data-directory-barrier"
  case diskBelowReserve = "disk-below-reserve"
  case diskAlmostFull = "disk-almost-full"
  case temporaryFileSystem = "data-directory-temporary"
  case clusterVersion = "cluster-version"
  case clusterUnrecognized = "cluster-unrecognized"
  case clusterOwner = "cluster-owner"
  case clusterMode = "cluster-mode"
  case postgresMissing = "postgres-missing"
  case descriptorsTooFew = "descriptors-too-few"
  case memoryLimitLow = "memory-limit-low"
  case localeMissing = "locale-missing"
  case loopsOverCores = "loops-over-cores"
  case fullWithoutLimit = "timeline-full-unused"
  case proxiesEverywhere = "proxies-everywhere"
  case rateUnlimited = "rate-unlimited"
  case strictTransportUntrusted = "hsts-untrusted"
  case nullOrigin = "cors-null"

  var severity: FaultSeverity { text.severity }

  var text: FaultText {
    guard let text = FaultText.all[self] else { preconditionFailure("no text of \(rawValue)") }
    return text
  }
}

/// The row of a kind in `faults.md`, the table that `chatterd help faults` prints.
///
/// The texts contain names between asterisks, such as `*path*`, which a `Fault` replaces with
/// values. A vertical bar or an asterisk that is only itself follows a backslash.
struct FaultText: Sendable {
  /// The table in Markdown. Ends with a line feed.
  static let markdown = String(decoding: PackageResources.faults_md, as: UTF8.self)

  let severity: FaultSeverity
  /// What is wrong.
  let problem: String
  let cure: String

  fileprivate static let all: [FaultKind: FaultText] = {
    var texts: [FaultKind: FaultText] = [:]
    for row in markdown.split(separator: "\n") {
      let cells = row.dropFirst(2).dropLast(2).split(separator: " | ").map { String($0) }
      guard cells.count == 4, let severity = FaultSeverity(rawValue: cells[1]),
        let kind = FaultKind(rawValue: cells[0].replacing("`", with: ""))
      else { continue }
      texts[kind] = FaultText(severity: severity, problem: cells[2], cure: cells[3])
    }
    return texts
  }()
}
