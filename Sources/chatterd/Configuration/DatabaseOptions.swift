/// How to reach the database.
struct DatabaseOptions: Sendable, Equatable {
  let choice: DatabaseChoice
  /// How long to wait for a connection.
  let wait: Duration
  /// Whether prepared statements have names where no pooler is recognised.
  let usesNamedStatements: Bool

  init(_ values: OptionValues, _ surroundings: Surroundings) throws(CommandError) {
    choice = try DatabaseChoice(
      values, dataDirectory: try values.dataDirectory(surroundings), surroundings)
    wait = try values.duration(.databaseWait)
    usesNamedStatements = try values.isOn(.preparedStatements)
  }
}

extension OptionValues {
  /// The data directory, given or by default; nil when there is no home to put it into.
  func dataDirectory(_ surroundings: Surroundings) throws(CommandError) -> String? {
    try path(.dataDirectory, surroundings) ?? surroundings.defaultDataDirectory
  }
}
