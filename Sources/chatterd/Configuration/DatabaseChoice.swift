/// Which database to use.
///
/// Its description says who named it and not what was named: a connection string may hold a
/// password.
enum DatabaseChoice: Sendable, Equatable, CustomStringConvertible {
  /// A connection string for libpq.
  case connectionString(String, from: OptionOrigin)
  /// The `PG*` variables alone: libpq reads them by itself, given an empty connection string.
  case libpqEnvironment(variable: String)
  /// A cluster of chatterd's own under its data directory.
  case privateCluster(dataDirectory: String)

  /// The value that asks for the private cluster, whatever the environment says.
  static let privateWord = "private"

  /// The variables that say where a database is, and so choose it (PostgreSQL manual, 34.15).
  static let choosingVariables = ["PGHOST", "PGHOSTADDR", "PGPORT", "PGDATABASE", "PGSERVICE"]

  init(
    _ values: OptionValues, dataDirectory: String?, _ surroundings: Surroundings
  ) throws(CommandError) {
    let named = try values.optional(.database) { Self.isConnectionString($0) ? $0 : nil }
    if let named, let origin = values.sourced(.database)?.origin, named != Self.privateWord {
      self = .connectionString(named, from: origin)
    } else if named == nil,
      let variable = Self.choosingVariables.first(where: { surroundings.variable($0) != nil })
    {
      self = .libpqEnvironment(variable: variable)
    } else if let dataDirectory {
      self = .privateCluster(dataDirectory: dataDirectory)
    } else {
      throw .homeUnknown
    }
  }

  /// What to give to libpq, or nil for the private cluster.
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
    case .privateCluster(let directory): "private cluster in \(LogEscape.printable(directory))"
    }
  }

  /// The forms of PostgreSQL's manual, 34.1.1; libpq says later what is wrong inside of them.
  private static func isConnectionString(_ text: String) -> Bool {
    text == privateWord || text.hasPrefix("postgresql://") || text.hasPrefix("postgres://")
      || text.contains("=")
  }
}
