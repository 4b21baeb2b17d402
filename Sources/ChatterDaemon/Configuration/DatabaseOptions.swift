import CommandLine
import Program

struct DatabaseOptions: Sendable, Equatable {
  let choice: DatabaseChoice
  let connectTimeout: Duration
  /// Whether to use named prepared statements when no pooler is detected.
  let usesNamedStatements: Bool

  init(_ values: OptionValues, _ environment: LaunchEnvironment) throws(CommandError) {
    choice = try DatabaseChoice(values, environment)
    connectTimeout = try values.duration(.databaseWait)
    usesNamedStatements = try values.isOn(.preparedStatements)
  }

  /// The options of a private cluster beside the chosen database.
  init(privateClusterIn directory: String, like other: DatabaseOptions) {
    choice = .privateCluster(dataDirectory: directory)
    (connectTimeout, usesNamedStatements) = (other.connectTimeout, other.usesNamedStatements)
  }
}

/// The database to use. The description gives the source of the setting and not its value, which
/// may contain a password.
enum DatabaseChoice: Sendable, Equatable, CustomStringConvertible {
  case connectionString(String, from: OptionOrigin)
  /// The `PG*` variables alone. libpq reads them itself when the connection string is empty.
  case libpqEnvironment(variable: String)
  /// A private cluster in the data directory, managed by chatterd.
  case privateCluster(dataDirectory: String)

  /// The value that selects the private cluster regardless of the environment.
  static let privateValue = "private"

  /// The variables that locate a database and therefore select it (PostgreSQL manual, 34.15).
  static let choosingVariables = ["PGHOST", "PGHOSTADDR", "PGPORT", "PGDATABASE", "PGSERVICE"]

  init(_ values: OptionValues, _ environment: LaunchEnvironment) throws(CommandError) {
    let named = try values.optional(.database) { Self.isConnectionString($0) ? $0 : nil }
    if let named, let origin = values.sourced(.database)?.origin, named != Self.privateValue {
      self = .connectionString(named, from: origin)
    } else if named == nil,
      let variable = Self.choosingVariables.first(where: { environment.variable($0) != nil })
    {
      self = .libpqEnvironment(variable: variable)
    } else if let dataDirectory = try values.dataDirectory(environment) {
      self = .privateCluster(dataDirectory: dataDirectory)
    } else {
      throw Configuration.homeUnknown
    }
  }

  /// The connection string for libpq; nil for the private cluster.
  var connectionString: String? {
    switch self {
    case .connectionString(let text, _): text
    case .libpqEnvironment: ""
    case .privateCluster: nil
    }
  }

  var description: String {
    switch self {
    case .connectionString(_, let origin): "named by \(origin)"
    case .libpqEnvironment(let variable): "named by \(variable)"
    case .privateCluster(let directory): "private cluster in \(LogFormat.printable(directory))"
    }
  }

  /// Returns whether a text has one of the forms in the PostgreSQL manual, 34.1.1; libpq reports
  /// errors within them later.
  private static func isConnectionString(_ text: String) -> Bool {
    text == privateValue || text.hasPrefix("postgresql://") || text.hasPrefix("postgres://")
      || text.contains("=")
  }
}
