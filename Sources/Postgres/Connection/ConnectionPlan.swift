private import CPostgres
private import Glibc
private import System

/// The servers that a connection string names, in the order in which they are tried.
///
/// libpq accepts lists of hosts, but its non-blocking functions have no timeout per host: one
/// unresponsive host would keep the others from being tried. This type splits the lists and leaves
/// everything else (`PG…` variables, service and password files, TLS settings) to libpq.
package struct ConnectionPlan {
  struct Attempt: Equatable {
    /// A name, a numeric address or a socket's directory; nil leaves the choice to libpq.
    var host: String?
    var hostAddress: String?
    var port: String?
  }

  /// Timeout per server when no `connect_timeout` is set.
  static let connectTimeoutDefault = Duration.seconds(5)
  /// Maximum number of servers in one connection string.
  static let attemptsMax = 32

  let connectionString: String
  let attempts: [Attempt]
  let connectTimeout: Duration
  /// The kind of server to use when none is configured: with several servers, the primary.
  private let sessionAttributesDefault: String?

  /// - Parameter variable: looks up an environment variable.
  init(
    _ connectionString: String, variable: (String) -> String? = ConnectionPlan.environmentVariable
  ) throws(ConnectFailure) {
    self.connectionString = connectionString
    let given = try Self.parse(connectionString)
    func setting(_ keyword: String, _ name: String) -> String? {
      if let value = given[keyword], !value.isEmpty { return value }
      return variable(name).flatMap { $0.isEmpty ? nil : $0 }
    }
    if setting("gssencmode", "PGGSSENCMODE") == "require" {
      throw ConnectFailure(
        cause: .connectionString,
        message: "gssencmode=require is not supported: encrypt with sslmode instead")
    }
    let seconds = setting("connect_timeout", "PGCONNECT_TIMEOUT").flatMap { Int($0) }
    connectTimeout =
      switch seconds {
      // As in libpq: 0 and negative values wait indefinitely, and 1 is raised to 2.
      case .some(let seconds): seconds <= 0 ? .seconds(Int32.max) : .seconds(max(2, seconds))
      case nil: Self.connectTimeoutDefault
      }
    attempts = Self.split(
      hosts: setting("host", "PGHOST"), addresses: setting("hostaddr", "PGHOSTADDR"),
      ports: setting("port", "PGPORT"))
    let hasAttributes = setting("target_session_attrs", "PGTARGETSESSIONATTRS") != nil
    sessionAttributesDefault = attempts.count > 1 && !hasAttributes ? "primary" : nil
  }

  /// Returns the parameters of a connection.
  ///
  /// A later entry takes precedence, and `dbname` expands to the settings of the connection string.
  func parameters(for attempt: Attempt) -> [(String, String)] {
    var parameters = sessionAttributesDefault.map { [("target_session_attrs", $0)] } ?? []
    parameters += [
      // Defaults that the connection string may override: a dead peer is detected within a minute
      // and a half, or within ten seconds when data was sent to it.
      ("application_name", "chatterd"),
      ("keepalives_idle", "60"), ("keepalives_interval", "10"), ("keepalives_count", "3"),
      ("tcp_user_timeout", "10000"),
      ("dbname", connectionString),
      // An event loop cannot see bytes left inside the GSS layer.
      ("gssencmode", "disable"),
      ("client_encoding", "UTF8"),
    ]
    if let host = attempt.host { parameters.append(("host", host)) }
    if let address = attempt.hostAddress { parameters.append(("hostaddr", address)) }
    if let port = attempt.port { parameters.append(("port", port)) }
    return parameters
  }

  /// Splits the lists of hosts, addresses and ports into attempts.
  ///
  /// Lists that do not match are left whole, so that libpq reports what is wrong with them.
  private static func split(hosts: String?, addresses: String?, ports: String?) -> [Attempt] {
    func list(_ text: String?) -> [String] {
      text?.split(separator: ",", omittingEmptySubsequences: false).map(String.init) ?? []
    }
    let (hosts, addresses, ports) = (list(hosts), list(addresses), list(ports))
    let count = max(hosts.count, addresses.count)
    guard count > 0, count <= attemptsMax,
      hosts.isEmpty || addresses.isEmpty || hosts.count == addresses.count,
      ports.count <= 1 || ports.count == count
    else { return [Attempt()] }
    return (0..<count).map { index in
      Attempt(
        host: hosts.isEmpty ? nil : hosts[index],
        hostAddress: addresses.isEmpty ? nil : addresses[index],
        port: ports.count == count ? ports[index] : ports.first)
    }
  }

  /// Returns the options and the variables with which a program of PostgreSQL connects to the same
  /// database. Other users can read options, so that the password is a variable.
  package static func ofProgram(
    _ connectionString: String
  ) throws(ConnectFailure) -> (options: [String], variables: [String]) {
    var settings = try parse(connectionString)
    let password = settings.removeValue(forKey: "password")
    // Not empty: pg_restore writes a script unless a database is named.
    settings["application_name"] = settings["application_name"] ?? "chatterd"
    if settings["host"]?.contains(",") == true, settings["target_session_attrs"] == nil {
      settings["target_session_attrs"] = "primary"
    }
    let text = settings.sorted { $0.key < $1.key }.map { "\($0.key)=\(quoted($0.value))" }
    return (
      ["--no-password", "--dbname=\(text.joined(separator: " "))"],
      Self.connectionVariables + (password.map { ["PGPASSWORD=\($0)"] } ?? [])
    )
  }

  /// Quotes a value as in the PostgreSQL manual, 34.1.1.1.
  package static func quoted(_ value: String) -> String {
    let escaped = value.replacing("\\", with: "\\\\").replacing("'", with: "\\'")
    return "'\(escaped)'"
  }

  /// Parses the settings of a connection string. Errors do not quote it, because it may contain a
  /// secret.
  private static func parse(_ text: String) throws(ConnectFailure) -> [String: String] {
    // Without "=" and "://" libpq takes the whole string as a database name.
    guard text.contains("=") || text.contains("://") else { return [:] }
    var message: UnsafeMutablePointer<CChar>?
    guard let options = unsafe PQconninfoParse(text, &message) else {
      unsafe PQfreemem(message)
      throw ConnectFailure(
        cause: .connectionString,
        message: "the connection string is neither a postgresql:// URL nor keyword=value pairs")
    }
    defer { unsafe PQconninfoFree(options) }
    var settings: [String: String] = [:]
    var option = unsafe options
    while let keyword = unsafe option.pointee.keyword {
      if let value = unsafe option.pointee.val {
        unsafe settings[String(cString: keyword)] = unsafe String(cString: value)
      }
      unsafe option = option.successor()
    }
    return settings
  }

  /// The variables of our environment that configure connections: `PG…`, and HOME for the files of
  /// passwords and certificates.
  private static var connectionVariables: [String] {
    LaunchEnvironment.processVariables()
      .filter { $0.key.hasPrefix("PG") || $0.key == "HOME" }
      .map { "\($0.key)=\($0.value)" }
  }

  package static func environmentVariable(_ name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }
  }
}
