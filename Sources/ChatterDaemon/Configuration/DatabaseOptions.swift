import Arguments
import System

struct DatabaseOptions: Sendable, Equatable {
  let choice: DatabaseChoice
  let connectTimeout: Duration
  /// Whether to use named prepared statements when no pooler is detected.
  let usesNamedStatements: Bool
}

extension DatabaseOptions {
  init(_ values: OptionValues, _ environment: LaunchEnvironment) throws(CommandError) {
    choice = try DatabaseChoice(values, environment)
    connectTimeout = try values.duration(.databaseWait)
    usesNamedStatements = try values.isOn(.preparedStatements)
  }
}

/// The database to use. The description gives the source of the setting and not its value, which
/// may contain a password.
enum DatabaseChoice: Sendable, Equatable, CustomStringConvertible {
  /// A connection string for libpq, and the option or variable that selects the database. libpq
  /// reads the `PG*` variables itself if the string is empty.
  case named(connectionString: String, by: String)
  /// A private cluster in the data directory, managed by chatterd.
  case privateCluster(dataDirectory: String)

  /// The value that selects the private cluster regardless of the environment.
  static let privateValue = "private"

  /// The variables that locate a database and therefore select it (PostgreSQL manual, 34.15).
  static let choosingVariables = ["PGHOST", "PGHOSTADDR", "PGPORT", "PGDATABASE", "PGSERVICE"]

  /// Chooses by `--database`, wherever it is set, then by `--data-dir` on the command line, then by
  /// the variables that other programs share, DATABASE_URL and those of libpq. A data directory in
  /// the file or in the environment chooses nothing: the packaged file has one.
  init(_ values: OptionValues, _ environment: LaunchEnvironment) throws(CommandError) {
    var named = try values.optional(.database) { Self.isConnectionString($0) ? $0 : nil }
    let origin = values.sourced(.database)?.origin
    let isExplicit = values.flags(.dataDirectory) != nil
    if isExplicit, origin == .environment(variable: "DATABASE_URL") { named = Self.privateValue }
    if let named, let origin, named != Self.privateValue {
      self = .named(connectionString: named, by: "\(origin)")
    } else if named == nil, !isExplicit, let variable = Self.choosingVariable(environment) {
      self = .named(connectionString: "", by: variable)
    } else if let dataDirectory = try values.dataDirectory(environment) {
      self = .privateCluster(dataDirectory: dataDirectory)
    } else {
      throw Configuration.homeUnknown
    }
  }

  /// Returns the first variable that locates a database; nil without one.
  static func choosingVariable(_ environment: LaunchEnvironment) -> String? {
    choosingVariables.first { environment.variable($0) != nil }
  }

  /// The connection string for libpq; nil for the private cluster.
  var connectionString: String? {
    if case .named(let text, _) = self { text } else { nil }
  }

  var description: String {
    switch self {
    case .named(_, let origin): "named by \(origin)"
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
