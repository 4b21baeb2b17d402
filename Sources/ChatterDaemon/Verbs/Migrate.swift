import CommandLine
import EventLoop
import Postgres
import Program

/// `chatterd migrate`: migrates the schema, or prints the status of its migrations.
struct Migrate: Sendable {
  let verb: DatabaseVerb

  init(_ values: OptionValues, _ environment: LaunchEnvironment) throws(CommandError) {
    verb = try DatabaseVerb(values, environment)
  }

  func up() async throws -> ExitCode {
    try await verb.run(alone: true) { database, loop in
      let applied = try await database.migrate(on: loop)
      for file in applied { StandardStream.output.write("applied  \(file)\n") }
      if applied.isEmpty { StandardStream.output.write("nothing to apply\n") }
      return .success
    }
  }

  func status() async throws -> ExitCode {
    try await verb.run(alone: true) { database, loop in
      for status in try await database.migrationStatus(on: loop) {
        StandardStream.output.write("\(Self.text(status.state))  \(status.fileName)\n")
      }
      return .success
    }
  }

  private static func text(_ state: MigrationStatus.State) -> String {
    switch state {
    case .pending: "pending"
    case .applied: "applied"
    case .changed: "changed since it was applied"
    case .unknown: "unknown to this program"
    }
  }
}
