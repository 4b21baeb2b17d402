import Arguments
import Postgres
import System

/// `chatterd migrate`: migrates the schema, or prints the status of its migrations.
struct Migrate: VerbRun {
  let isUp: Bool
  let verb: DatabaseVerb

  func run() async throws -> ExitCode {
    try await verb.run(alone: true, changing: isUp) { database, loop in
      guard isUp else {
        for status in try await database.migrationStatus(on: loop) {
          StandardStream.output.write("\(Self.text(status.state))  \(status.fileName)\n")
        }
        return .success
      }
      let applied = try await database.migrate(on: loop)
      for file in applied { StandardStream.output.write("applied  \(file)\n") }
      if applied.isEmpty { StandardStream.output.write("nothing to apply\n") }
      return .success
    } ?? .temporary
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
