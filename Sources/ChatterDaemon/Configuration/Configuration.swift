import Arguments
import Chatter
import ChatterServer
import ChatterStore
import ChatterWeb
import HTTP
import Sockets
import System
import WebServer

/// The checked options of `chatterd serve`.
struct Configuration: Sendable {
  /// The listen addresses, at least one; not used with inherited sockets.
  let listen: [ListenAddress]
  /// The address for operators; nil for none.
  let admin: ListenAddress?
  /// The listening sockets that the service manager opened; nil to open those of `listen`.
  let inheritedSockets: InheritedDescriptors?
  let supervisor: Supervisor?
  let loops: Int
  /// The absolute path; nil if there is no home directory and nothing needs the data directory.
  let dataDirectory: String?
  let certificate: CertificatePaths
  let database: DatabaseOptions
  let databaseConnections: DatabaseConnections
  /// The limits of requests and connections. A head and a message are never longer than a body, and
  /// the limit for one address never exceeds the limit for all connections.
  let server: ServerLimits
  let service: ChatterService.Settings
  let externalChecks: ExternalCheckOptions
  let hasWebSite: Bool
  /// The address of the front end for other devices; nil to choose it from the certificate.
  let publicAddress: WebAddress?
  /// The pages that help devices to trust the certificate.
  let trust: TrustSite
  /// Maximum memory of the rows and clips that lists hold.
  let listMemoryMax: Int
  /// Maximum number of rows in a list, the newest ones; nil for all.
  let listRowsMax: Int?
  /// Whether lists at URLs without a last slash have the oldest chatt first.
  let listOrderIsByURL: Bool
  /// The disk space that posts must leave free; nil derives it from the size of the file system.
  let diskReserveBytes: Int?
  let retention: RetentionLimits
  /// The peers whose connections begin with a PROXY header.
  let proxies: [AddressPrefix]
  let log: Log
  /// Reads the options of the log again, from the same places, and names other options that differ
  /// from those of the start.
  let readAgain: @Sendable () throws -> (level: LogLevel, format: LogFormat, changed: [String])
  /// The options with their values and origins as a JSON array, for operators.
  let effective: [UInt8]
  /// Warnings about suspicious parts of the environment that were ignored.
  let warnings: [String]
  /// Warnings about options that let others on the network read or change something.
  let risks: [String]

  init(_ values: OptionValues, _ environment: LaunchEnvironment) throws(CommandError) {
    effective = values.effective
    readAgain = {
      let again = try values.readAgain()
      let changed = CommandTable.chatterd.options(of: .serve)
        .filter { ![Option.logLevel.name, Option.logFormat.name].contains($0.name) }
        .filter { again.all($0).map(\.text) != values.all($0).map(\.text) }
      return (try again.choice(.logLevel), try again.choice(.logFormat), changed.map(\.name))
    }
    listen = try values.list(.listen) { ListenAddress($0) }
    admin = try values.optional(.admin) { ListenAddress($0, host: "localhost", port: nil) }
    do throws(InheritedDescriptors.Malformation) {
      inheritedSockets = try InheritedDescriptors(environment)
    } catch {
      throw CommandError("\(error)", isUsage: false)
    }
    supervisor = Supervisor(environment)
    loops = try values.optionalInteger(.loops) ?? environment.cores
    dataDirectory = try values.dataDirectory(environment)
    certificate = try CertificatePaths(values, environment)
    database = try DatabaseOptions(values, environment)
    databaseConnections = DatabaseConnections(
      loops: loops, requested: try values.integer(.databaseConnections))
    server = try ServerLimits(values)
    var service = try ChatterService.Settings(values)
    externalChecks = try ExternalCheckOptions(values, environment)
    let trust = TrustSite()
    publicAddress = try values.optional(.publicURL, WebAddress.init(publicURL:))
    hasWebSite = try values.isOn(.web)
    if hasWebSite {
      let site = WebSite()
      service.otherPaths = { site.response(to: $0) ?? trust.response(to: $0) }
    }
    (self.service, self.trust) = (service, trust)
    listMemoryMax = try values.integer(.listMemoryMax)
    listRowsMax = try values.optionalInteger(.listRowsMax)
    listOrderIsByURL = try values.required(.listOrder) { $0 == "by-url" }
    diskReserveBytes = try values.optionalInteger(.diskReserve)
    retention = try RetentionLimits(values)
    proxies = try values.list(.proxyProtocolFrom) { AddressPrefix($0) }
    log = try Log(values)
    risks = externalChecks.warnings + Self.warnings(ofAdmin: admin)
    warnings =
      values.warnings + risks
      + Self.warnings(ofListen: values.sourced(.listen), inherited: inheritedSockets)
      + Self.warnings(ofDatabase: values, environment)
  }

  /// Returns a warning if other machines may reach the operators' listener.
  private static func warnings(ofAdmin address: ListenAddress?) -> [String] {
    guard let address, !address.isLoopback else { return [] }
    return [
      "--admin \(address) is not encrypted: on a network, others can read its password and figures "
        + "(bind it to localhost, and use ssh -L or a proxy with TLS)"
    ]
  }

  /// Returns a warning if a data directory on the command line chooses the private cluster although
  /// the environment names a database.
  private static func warnings(
    ofDatabase values: OptionValues, _ environment: LaunchEnvironment
  ) -> [String] {
    let shared = "DATABASE_URL"
    let origin = values.sourced(.database)?.origin
    let variable = origin == nil ? DatabaseChoice.choosingVariable(environment) : shared
    guard values.flags(.dataDirectory) != nil, let variable,
      origin == nil || origin == .environment(variable: shared)
    else { return [] }
    return [
      "\(variable) is ignored: --data-dir selects the private cluster (--database postgresql:// uses "
        + "the PG* environment)"
    ]
  }

  /// Returns a warning if listen addresses are set, but sockets are inherited.
  private static func warnings(
    ofListen listen: SourcedValue?, inherited: InheritedDescriptors?
  ) -> [String] {
    guard inherited != nil, let origin = listen?.origin else { return [] }
    if case .byDefault = origin { return [] }
    return [
      "\(origin) is ignored: the service manager opened the listening sockets "
        + "(systemctl edit chatterd.socket)"
    ]
  }

  /// The error for a data directory that is needed, and neither named nor in a home directory.
  static let homeUnknown = CommandError(
    "no home directory for the data directory: set --data-dir", isUsage: false)
}

extension ServerLimits {
  init(_ values: OptionValues) throws(CommandError) {
    self.init()
    connectionsMax = try values.integer(.connectionsMax)
    connectionsPerAddressMax = try values.integer(
      .connectionsPerAddressMax, atMost: .connectionsMax)
    handshakeTimeout = try values.duration(.handshakeTimeout)
    headTimeout = try values.duration(.headTimeout)
    bodyTimeout = try values.duration(.bodyTimeout)
    idleTimeout = try values.duration(.idleTimeout)
    shutdownTimeout = try values.duration(.shutdownTimeout)
    request.headBytesMax = try values.integer(.headBytesMax, atMost: .bodyBytesMax)
    request.targetBytesMax = min(request.targetBytesMax, request.headBytesMax / 2)
    request.bodyBytesMax = try values.integer(.bodyBytesMax)
    // Reads and discards a body slightly above the limit, so that its connection can be reused.
    request.drainBytesMax = 2 * request.bodyBytesMax
    request.lingerBytesMax = max(request.lingerBytesMax, request.drainBytesMax)
    requestMemoryMax = max(
      try values.integer(.requestMemoryMax), Self.requestMemoryMin(forBodies: request.bodyBytesMax))
  }
}

extension ChatterService.Settings {
  init(_ values: OptionValues) throws(CommandError) {
    self.init()
    version = CommandTable.version
    profile = ListProfile(
      shape: try values.choice(.listShape),
      order: try values.required(.listOrder) {
        $0 == "by-url" ? .newest : ListProfile.Order(rawValue: $0)
      },
      ids: try values.isOn(.listIDs) ? .with : .without)
    bodyBytesMax = try values.integer(.bodyBytesMax)
    messageBytesMax = try values.integer(.messageBytesMax, atMost: .bodyBytesMax)
    clipMetadata = try values.choice(.clipMetadata)
    crossOrigin = CrossOrigin(origins: try values.list(.corsOrigin) { WebURL.origin($0) })
    strictTransportSecurity = try values.optionalDuration(.hsts)
    access.posting = try values.choice(.posting)
    access.reading = try values.choice(.reading)
    let postsPerSecond = try values.required(.rateLimit) { text in
      Decimals.fraction(text).flatMap { $0 <= Double(ValueSyntax.postsPerSecondMax) ? $0 : nil }
    }
    rateLimiter = postsPerSecond > 0 ? RateLimiter(postsPerSecond: postsPerSecond) : nil
  }
}

extension RetentionLimits {
  init(_ values: OptionValues) throws(CommandError) {
    self.init()
    bytesMax = try values.optionalInteger(.timelineBytesMax)
    whenFull = try values.choice(.timelineFull)
    ageMax = try values.optionalDuration(.timelineAgeMax)
  }
}

extension OptionValues {
  /// Returns the data directory, set or default; nil if there is no home directory for it.
  func dataDirectory(_ environment: LaunchEnvironment) throws(CommandError) -> String? {
    try path(.dataDirectory) ?? environment.defaultDataDirectory
  }

  /// The values or descriptions of the defaults of the options of serve; never a secret.
  fileprivate var effective: [UInt8] {
    let options = CommandTable.chatterd.options(of: .serve).map { option in
      let given = all(option)
      var value = given.map(\.text).joined(separator: ", ")
      if given.isEmpty {
        value = option.byDefault?.text ?? "none"
      } else if option.syntax.isSecret, value != DatabaseChoice.privateValue {
        value = "(hidden)"
      }
      let origin = given.first.map { "\($0.origin)" } ?? "default"
      return JSONWriter.object([
        "name": .text(option.name), "value": .text(value), "origin": .text(origin),
      ])
    }
    return Array("[".utf8) + options.joined(separator: ",".utf8) + "]".utf8
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
