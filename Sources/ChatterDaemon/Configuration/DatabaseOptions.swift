/// The options for connecting to the database.
struct DatabaseOptions: Sendable, Equatable {
  let choice: DatabaseChoice
  /// The timeout for a connection.
  let connectTimeout: Duration
  /// Whether to use named prepared statements when no pooler is detected.
  let usesNamedStatements: Bool

  init(_ values: OptionValues, _ environment: LaunchEnvironment) throws(CommandError) {
    choice = try DatabaseChoice(
      values, dataDirectory: try values.dataDirectory(environment), environment)
    connectTimeout = try values.duration(.databaseWait)
    usesNamedStatements = try values.isOn(.preparedStatements)
  }
}

extension OptionValues {
  /// Returns the data directory, set or default; nil if there is no home directory for it.
  func dataDirectory(_ environment: LaunchEnvironment) throws(CommandError) -> String? {
    try path(.dataDirectory, environment) ?? environment.defaultDataDirectory
  }
}
