import CommandLine
import EventLoop
import Postgres
import Program

/// `chatterd migrate`: migrates the schema, or prints the status of its migrations.
struct Migrate: Sendable {
  let options: DatabaseOptions
  let log: Log

  init(_ values: OptionValues, _ environment: LaunchEnvironment) throws(CommandError) {
    options = try DatabaseOptions(values, environment)
    log = try Log(values)
  }

  func up() async throws -> ExitCode {
    try await withDatabase { database, loop in
      let applied = try await database.migrate(on: loop)
      for file in applied { StandardStream.output.write("applied  \(file)\n") }
      if applied.isEmpty { StandardStream.output.write("nothing to apply\n") }
    }
  }

  func status() async throws -> ExitCode {
    try await withDatabase { database, loop in
      for status in try await database.migrationStatus(on: loop) {
        StandardStream.output.write("\(Self.text(status.state))  \(status.fileName)\n")
      }
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

  /// Gives up root for the private cluster, because PostgreSQL does not run as root. A named
  /// database may identify the caller as root, so root is kept there.
  private func giveUpRoot() throws {
    guard case .privateCluster(let directory) = options.choice else { return }
    try ServiceUser(dataDirectory: directory, database: options.choice)?
      .become(log: log)
  }

  /// Runs `body` with the database; a stop signal ends it early, as a temporary failure.
  private func withDatabase(
    _ body: @escaping @Sendable (Database, EventLoop) async throws -> Void
  ) async throws -> ExitCode {
    try giveUpRoot()
    let signals = try Signals()
    let loop = try EventLoop(name: "loop 1")
    defer { loop.stop() }
    let step = InterruptibleStep(signals: signals, loop: loop, log: log)
    let start = { @Sendable [options, log] in
      try await Database.start(options, on: loop, log: log)
    }
    guard let database = try await step.run(start, undo: { $0.stop() }) else { return .temporary }
    defer { database.stop() }
    let done: Void? = try await step.run { @Sendable in try await body(database, loop) }
    return done == nil ? .temporary : .success
  }
}
