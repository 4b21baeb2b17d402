import CommandLine
import EventLoop
import Postgres
import Program

/// The frame of a verb that works on a database: its user, its signals, its loop and the database.
struct DatabaseVerb: Sendable {
  let options: DatabaseOptions
  let log: Log

  init(_ values: OptionValues, _ environment: LaunchEnvironment) throws(CommandError) {
    options = try DatabaseOptions(values, environment)
    log = try Log(values)
  }

  init(_ options: DatabaseOptions, log: Log) { (self.options, self.log) = (options, log) }

  /// Runs `body` with the database and a loop, which it may block; a stop signal ends it early, as
  /// a temporary failure.
  ///
  /// - Parameter alone: Whether no server may be using the database's private cluster.
  func run(
    alone: Bool = false,
    _ body: @escaping @Sendable (Database, EventLoop) async throws -> ExitCode
  ) async throws -> ExitCode {
    // PostgreSQL does not run as root. A named database may identify its caller as root.
    if case .privateCluster(let directory) = options.choice {
      try ServiceUser(dataDirectory: directory, database: options.choice)?.become(log: log)
    }
    let signals = try Signals()
    let loop = try EventLoop(name: "loop 1")
    defer { loop.stop() }
    let worker = try EventLoop(name: "loop 2")
    defer { worker.stop() }
    let step = InterruptibleStep(signals: signals, loop: loop, log: log)
    let open = { @Sendable [options, log] in
      alone
        ? try await Database.start(options, on: worker, log: log)
        : try await Database.open(options, on: worker, log: log)
    }
    guard let database = try await step.run(open, undo: { $0.stop() }) else { return .temporary }
    defer { database.stop() }
    return try await step.run { @Sendable in try await body(database, worker) } ?? .temporary
  }

  /// Runs `body` with a connection.
  func runConnected(
    _ body: @escaping @Sendable (PostgresConnection) async throws -> ExitCode
  ) async throws -> ExitCode {
    try await run { database, loop in try await database.withConnection(on: loop, body) }
  }
}

/// The progress of a long verb: one line on a terminal, nothing elsewhere.
struct VerbProgress {
  private static let interval = Duration.milliseconds(200)
  private var next = ContinuousClock.now
  private let isShown = StandardStream.error.isTerminal

  mutating func show(_ text: @autoclosure () -> String) {
    guard isShown, ContinuousClock.now >= next else { return }
    next = .now + Self.interval
    StandardStream.error.write("\r\(text())\r")
  }
}
