import Arguments
import Postgres
import System

/// The frame of a verb that works on a database: its user, its signals, its loop and the database.
struct DatabaseVerb: Sendable {
  let options: DatabaseOptions
  let log: Log

  /// Returns the result of `body`, which may block the loop that it gets; nil after a stop signal.
  ///
  /// - Parameters:
  ///   - alone: Whether no server may be using the database's private cluster.
  ///   - changing: Whether the body changes the database, which standard error then names.
  func run<Value: Sendable>(
    alone: Bool = false, changing: Bool = false,
    _ body: @escaping @Sendable (Database, EventLoop) async throws -> Value
  ) async throws -> Value? {
    // PostgreSQL does not run as root. A named database may identify its caller as root.
    if case .privateCluster(let directory) = options.choice {
      // What only reads makes no empty database.
      guard alone || changing || FilePresence.exists(Database.clusterDirectory(in: directory))
      else {
        throw VerbError.configuration(
          "\(directory) has no database: check --data-dir, or name one with --database")
      }
      try ServiceUser(dataDirectory: directory, database: options.choice)?.become(log: log)
    }
    return try await withStep { step, worker in
      let open = { @Sendable [options, log] in
        alone
          ? try await Database.start(options, on: worker, log: log)
          : try await Database.open(options, on: worker, log: log)
      }
      guard let database = try await step.run(open, undo: { $0.stop() }) else { return nil }
      defer { database.stop() }
      if changing { StandardStream.error.write("chatterd: changing the database (\(database))\n") }
      do {
        return try await step.run { @Sendable in try await body(database, worker) }
      } catch {
        throw VerbError(error, in: "\(database)") ?? error
      }
    }
  }

  func runConnected<Value: Sendable>(
    _ body: @escaping @Sendable (PostgresConnection) async throws -> Value
  ) async throws -> Value? {
    try await run { database, loop in try await database.withConnection(on: loop, body) }
  }

  /// Runs `body` with the frame for steps that a stop signal ends, and a loop for them.
  func withStep<Value>(
    _ body: (InterruptibleStep, EventLoop) async throws -> Value
  ) async throws -> Value {
    let signals = try Signals()
    let loop = try EventLoop(name: "loop 1")
    defer { loop.stop() }
    let worker = try EventLoop(name: "loop 2")
    defer { worker.stop() }
    return try await body(InterruptibleStep(signals: signals, loop: loop, log: log), worker)
  }
}

extension DatabaseVerb {
  init(_ values: OptionValues, _ environment: LaunchEnvironment) throws(CommandError) {
    self.init(options: try DatabaseOptions(values, environment), log: try Log(values))
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

/// A step before serving that may take long; a stop signal cancels it.
struct InterruptibleStep {
  let signals: Signals
  let loop: EventLoop
  let log: Log

  /// Runs a step as a task that SIGTERM and SIGINT cancel.
  ///
  /// - Parameter undo: Reverts a step that had completed when the signal arrived.
  /// - Returns: The result of the step; nil after a stop signal.
  func run<Value: Sendable>(
    _ body: @escaping @Sendable () async throws -> Value,
    undo: (Value) -> Void = { _ in }
  ) async throws -> Value? {
    // The step may block, so it has its own thread.
    let thread = try EventLoop(name: "start")
    defer { thread.stop() }
    let work = Task(executorPreference: thread) { try await body() }
    let (signals, loop, log) = (signals, loop, log)
    let listening = Task(executorPreference: loop) {
      while let signal = try? await signals.next(on: loop) {
        guard signal != .hangUp else { continue }
        log.write(.notice, "stopping")
        work.cancel()
        return true
      }
      return false
    }
    let outcome = await work.result
    listening.cancel()
    guard await listening.value else { return try outcome.get() }
    if case .success(let value) = outcome { undo(value) }
    return nil
  }
}
