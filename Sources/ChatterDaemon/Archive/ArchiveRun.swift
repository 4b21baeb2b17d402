import CommandLine
import EventLoop
import Postgres
import Program

/// Runs a verb that reads or writes the whole database; a stop signal ends it early.
struct ArchiveRun: Sendable {
  private let options: DatabaseOptions
  private let log: Log

  init(_ values: OptionValues, _ environment: LaunchEnvironment) throws(CommandError) {
    options = try DatabaseOptions(values, environment)
    log = try Log(values)
  }

  /// Runs `body` with a connection.
  ///
  /// - Parameter alone: Whether no server may be using the database's private cluster.
  func run(
    alone: Bool = false,
    _ body: @escaping @Sendable (PostgresConnection) async throws -> ExitCode
  ) async throws -> ExitCode {
    if case .privateCluster(let directory) = options.choice {
      try ServiceUser(dataDirectory: directory, database: options.choice)?
        .become(log: log)
    }
    let signals = try Signals()
    let loop = try EventLoop(name: "loop 1")
    defer { loop.stop() }
    // Files are read and written on this loop, which may block.
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
    let code = try await step.run { @Sendable in
      try await database.withConnection(on: worker, body)
    }
    return code ?? .temporary
  }

  /// Runs `body` without a database.
  func runWithoutDatabase(
    _ body: @escaping @Sendable () async throws -> ExitCode
  ) async throws -> ExitCode {
    let signals = try Signals()
    let loop = try EventLoop(name: "loop 1")
    defer { loop.stop() }
    let step = InterruptibleStep(signals: signals, loop: loop, log: log)
    return try await step.run(body) ?? .temporary
  }
}

/// The progress of a long verb: one line on a terminal, nothing elsewhere.
struct ArchiveProgress {
  private static let interval = Duration.milliseconds(200)
  private var next = ContinuousClock.now
  private let isShown = StandardStream.error.isTerminal

  mutating func show(_ counts: BackupCounts) {
    guard isShown, ContinuousClock.now >= next else { return }
    next = .now + Self.interval
    StandardStream.error.write("\r\(counts.summary)\r")
  }
}

extension BackupCounts {
  /// The counts for a person: `3 chatts, 2 clips (43100 bytes)`.
  var summary: String {
    "\(rows["chatts"] ?? 0) chatts, \(clips) clips (\(clipBytes) bytes)"
  }
}
