/// What `chatterd migrate` works on.
struct MigrateOptions: Sendable, Equatable {
  let database: DatabaseOptions
  let log: LogOptions
  /// What looked odd in the surroundings and was ignored.
  let warnings: [String]

  init(_ values: OptionValues, _ surroundings: Surroundings) throws(CommandError) {
    database = try DatabaseOptions(values, surroundings)
    log = try LogOptions(values)
    warnings = values.warnings
  }
}
