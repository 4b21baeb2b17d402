import Chatter
import CommandLine
import Program
import Sockets

extension Configuration {
  init(_ values: OptionValues, _ environment: LaunchEnvironment) throws(CommandError) {
    self.init(
      listen: try values.list(.listen) { ListenAddress($0) },
      loops: try values.optionalInteger(.loops) ?? environment.cores,
      dataDirectory: try values.dataDirectory(environment),
      certificate: try CertificatePaths(values, environment),
      database: try DatabaseOptions(values, environment),
      databaseConnectionsMax: try values.integer(.databaseConnections),
      limits: try Limits(values),
      storage: try StorageOptions(values),
      timeouts: try Timeouts(values),
      lists: try ListProfile(values),
      clipMetadata: try values.choice(.clipMetadata),
      corsOrigins: try values.list(.corsOrigin) { WebOrigin($0) },
      proxies: try values.list(.proxyProtocolFrom) { AddressPrefix($0) },
      hstsMaxAge: try values.optionalDuration(.hsts),
      log: try LogOptions(values),
      warnings: values.warnings)
  }

  /// The error for a data directory that is needed, and neither named nor in a home directory.
  static let homeUnknown = CommandError(
    "no home directory for the data directory: set --data-dir", isUsage: false)
}

extension Configuration.Limits {
  init(_ values: OptionValues) throws(CommandError) {
    let rate = try values.required(.rateLimit) { text in
      Decimals.fraction(text).flatMap { $0 <= Double(ValueSyntax.postsPerSecondMax) ? $0 : nil }
    }
    self.init(
      connectionsMax: try values.integer(.connectionsMax),
      connectionsPerAddressMax: try values.integer(
        .connectionsPerAddressMax, atMost: .connectionsMax),
      headBytesMax: try values.integer(.headBytesMax, atMost: .bodyBytesMax),
      bodyBytesMax: try values.integer(.bodyBytesMax),
      requestMemoryMax: try values.integer(.requestMemoryMax),
      messageBytesMax: try values.integer(.messageBytesMax, atMost: .bodyBytesMax),
      listMemoryMax: try values.integer(.listMemoryMax),
      listRowsMax: try values.optionalInteger(.listRowsMax),
      postsPerSecondMax: rate > 0 ? rate : nil)
  }
}

extension Configuration.Timeouts {
  init(_ values: OptionValues) throws(CommandError) {
    self.init(
      handshake: try values.duration(.handshakeTimeout),
      head: try values.duration(.headTimeout),
      body: try values.duration(.bodyTimeout),
      idle: try values.duration(.idleTimeout),
      shutdown: try values.duration(.shutdownTimeout))
  }
}

extension ListProfile {
  init(_ values: OptionValues) throws(CommandError) {
    self.init(
      shape: try values.choice(.listShape),
      order: try values.choice(.listOrder),
      ids: try values.isOn(.listIDs) ? .with : .without)
  }
}

extension LogOptions {
  init(_ values: OptionValues) throws(CommandError) {
    self.init(
      format: try values.choice(.logFormat),
      level: try values.required(.logLevel) { LogLevel(name: $0) })
  }
}

extension OptionValues {
  /// Returns the data directory, set or default; nil if there is no home directory for it.
  func dataDirectory(_ environment: LaunchEnvironment) throws(CommandError) -> String? {
    try path(.dataDirectory) ?? environment.defaultDataDirectory
  }

  /// Returns a number limited by another option. A value above the limit is an error if it was
  /// given; a default is lowered to the limit.
  fileprivate func integer(_ option: Option, atMost limit: Option) throws(CommandError) -> Int {
    let (value, most) = (try integer(option), try integer(limit))
    guard value > most, let one = sourced(option), let other = sourced(limit) else { return value }
    if case .byDefault = one.origin { return most }
    throw CommandError(
      "\(one.origin): \(one.text) exceeds \(other.text), the value of \(other.origin)",
      isUsage: one.origin.isFlag || other.origin.isFlag)
  }
}

extension LaunchEnvironment {
  /// `/var/lib/chatterd` for root; otherwise `chatterd` in the XDG data home, which is ignored if
  /// it is relative (XDG Base Directory Specification); nil without a home directory.
  var defaultDataDirectory: String? {
    if isRoot { return "/var/lib/chatterd" }
    if let dataHome = variable("XDG_DATA_HOME"), dataHome.hasPrefix("/") {
      return dataHome + "/chatterd"
    }
    guard let home = variable("HOME"), home.hasPrefix("/"), home != "/" else { return nil }
    return home + "/.local/share/chatterd"
  }
}
