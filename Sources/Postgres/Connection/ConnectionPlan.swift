private import CPostgres
private import Glibc

/// The single servers that a connection string names, in the order in which they are tried.
///
/// libpq itself takes lists of hosts, but its non-blocking form has no time limit for each: one
/// silent host would keep the others from being tried. So the lists are taken apart here; all else
/// (`PG…` variables, service and password files, TLS settings) is libpq's business.
struct ConnectionPlan {
  /// One server to try.
  struct Attempt: Equatable {
    /// A name, a numeric address or a socket's directory; nil leaves the choice to libpq.
    var host: String?
    var hostAddress: String?
    var port: String?
    var sessionAttributes: String?
  }

  /// How long one server may take when the string does not say it (`connect_timeout`).
  static let connectTimeoutDefault = Duration.seconds(5)
  /// How many servers one string may name.
  static let attemptsMax = 32

  let connectionString: String
  let attempts: [Attempt]
  /// How long each attempt may take.
  let connectTimeout: Duration
  /// Which kind of server is wanted where nobody has said it: of several, the one that takes posts.
  private let sessionAttributesDefault: String?

  /// - Parameter variable: looks an environment variable up.
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
      // As in libpq: 0 and less wait for ever, 1 is too short to be meant.
      case .some(let seconds): seconds <= 0 ? .seconds(Int32.max) : .seconds(max(2, seconds))
      case nil: Self.connectTimeoutDefault
      }
    let sessionAttributes = setting("target_session_attrs", "PGTARGETSESSIONATTRS")
    attempts = Self.split(
      hosts: setting("host", "PGHOST"), addresses: setting("hostaddr", "PGHOSTADDR"),
      ports: setting("port", "PGPORT"), sessionAttributes: sessionAttributes)
    sessionAttributesDefault =
      attempts.count > 1 && sessionAttributes == nil ? "primary" : nil
  }

  /// What every connection is given; a later entry prevails, `dbname` expands to the string's.
  func parameters(for attempt: Attempt, applicationName: String) -> [(String, String)] {
    var parameters = sessionAttributesDefault.map { [("target_session_attrs", $0)] } ?? []
    parameters += [
      // Defaults that the string may override: a dead peer is noticed within a minute and a half,
      // and within ten seconds when something was sent to it.
      ("application_name", applicationName),
      ("keepalives_idle", "60"), ("keepalives_interval", "10"), ("keepalives_count", "3"),
      ("tcp_user_timeout", "10000"),
      ("dbname", connectionString),
      // Bytes left inside the GSS layer are invisible to an event loop.
      ("gssencmode", "disable"),
      ("client_encoding", "UTF8"),
    ]
    if let host = attempt.host { parameters.append(("host", host)) }
    if let address = attempt.hostAddress { parameters.append(("hostaddr", address)) }
    if let port = attempt.port { parameters.append(("port", port)) }
    if let wanted = attempt.sessionAttributes {
      parameters.append(("target_session_attrs", wanted))
    }
    return parameters
  }

  /// Lists that do not fit together stay whole, so that libpq says what is wrong with them.
  private static func split(
    hosts: String?, addresses: String?, ports: String?, sessionAttributes: String?
  ) -> [Attempt] {
    func list(_ text: String?) -> [String] {
      text?.split(separator: ",", omittingEmptySubsequences: false).map(String.init) ?? []
    }
    let (hosts, addresses, ports) = (list(hosts), list(addresses), list(ports))
    let count = max(hosts.count, addresses.count)
    guard count > 0, count <= attemptsMax,
      hosts.isEmpty || addresses.isEmpty || hosts.count == addresses.count,
      ports.count <= 1 || ports.count == count
    else { return [Attempt()] }
    // "prefer-standby" means: any standby first, and only then whoever answers.
    let passes = sessionAttributes == "prefer-standby" ? ["standby", "any"] : [nil]
    return passes.flatMap { wanted in
      (0..<count).map { index in
        Attempt(
          host: hosts.isEmpty ? nil : hosts[index],
          hostAddress: addresses.isEmpty ? nil : addresses[index],
          port: ports.count == count ? ports[index] : ports.first, sessionAttributes: wanted)
      }
    }
  }

  /// The settings that a string gives; what is wrong with it is not quoted, for it may be a secret.
  private static func parse(_ text: String) throws(ConnectFailure) -> [String: String] {
    // Without "=" and "://" libpq takes the whole for a database's name.
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

  static func environmentVariable(_ name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }
  }
}
