import CommandLine
import Program

/// The options of `chatterd migrate`.
struct MigrateOptions: Sendable, Equatable {
  let database: DatabaseOptions
  let log: LogOptions
  /// Warnings about suspicious parts of the environment that were ignored.
  let warnings: [String]

  init(_ values: OptionValues, _ environment: LaunchEnvironment) throws(CommandError) {
    database = try DatabaseOptions(values, environment)
    log = try LogOptions(values)
    warnings = values.warnings
  }
}
