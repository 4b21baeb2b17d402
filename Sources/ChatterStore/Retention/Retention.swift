package import Chatter
public import Postgres
internal import System

/// Keeps the timeline within its limits: deletes its oldest chatts, or refuses posts.
///
/// One instance serves all loops. `RetentionMachine` makes the decisions, and a task on the loop of
/// one pool carries them out. There is one timer, set only while there is something to wait for.
public final class Retention: Sendable {
  /// An event that an operator should know about.
  public enum Event: Sendable, Equatable {
    /// Chatts were deleted because of their age, or because of the size of the timeline.
    case deleted(expired: Int, oldest: Int)
    /// The timeline reached its size limit: posts are refused.
    case startedRefusing
    /// The timeline is smaller again: posts are accepted.
    case stoppedRefusing
  }

  /// How long posts are still read after refusing began, so that the repeat of a post that was
  /// stored just before does not get a 507, which says that nothing was stored. A post takes up to
  /// 20 seconds, and its repeat is recognized for ten more seconds.
  package static let repeatsTimeMax = Duration.seconds(30)

  struct BatchLimits: Sendable {
    var rowsMax = 256
    var bytesMax = 16 << 20
    var notesMax = 10_000
  }

  private struct State {
    var machine: RetentionMachine
    var pool: LoopBound<PostgresPool>?
    var timer: (deadline: Deadline, task: Task<Void, Never>)?
    var isStopped = false
  }

  /// Timeout of a statement. A statement may wait for others, and a measurement reads all rows.
  private static let timeout = Duration.seconds(300)
  /// The table is vacuumed after deletions of the size limit divided by this number.
  private static let vacuumedFraction = 16
  /// Maximum number of statements in one run, so that it ends.
  private static let batchesMax = 100_000

  private let state: Lock<State>
  private let limits: RetentionLimits
  private let batch: BatchLimits
  private let removals: RemovalPruning
  private let report: @Sendable (Event) -> Void
  private let observe: @Sendable (PostgresError) -> Void
  /// Bytes that were deleted since the table was last vacuumed. Only a run accesses it.
  private let unvacuumedBytes = Lock(0)

  /// `observe` receives each error of the database.
  public convenience init(
    _ limits: RetentionLimits, report: @escaping @Sendable (Event) -> Void,
    observe: @escaping @Sendable (PostgresError) -> Void
  ) {
    self.init(
      RetentionMachine(limits: limits, now: .now), batch: BatchLimits(), report: report,
      observe: observe)
  }

  /// Creates an instance for tests.
  init(
    _ machine: RetentionMachine, batch: BatchLimits, notesLifetime: Duration = .seconds(3600),
    report: @escaping @Sendable (Event) -> Void,
    observe: @escaping @Sendable (PostgresError) -> Void
  ) {
    limits = machine.limits
    state = Lock(State(machine: machine))
    self.batch = batch
    removals = RemovalPruning(lifetime: notesLifetime, rowsMax: batch.notesMax)
    self.report = report
    self.observe = observe
  }

  /// Starts to work on the first pool that is passed.
  public func start(on pool: PostgresPool) {
    state.withLock { state in
      guard state.pool == nil, !state.isStopped else { return }
      state.pool = LoopBound(pool, on: pool.loop)
      setTimer(&state)
    }
  }

  /// Ends the work in progress before its next statement.
  public func stop() {
    state.withLock { state in
      state.isStopped = true
      state.timer?.task.cancel()
      state.timer = nil
    }
  }

  // MARK: Requests

  static let error = TimelineError.full(
    "the timeline is full, nothing was stored: try again when chatts have been deleted")

  package var isRefusing: Bool { state.withLock { $0.machine.isRefusing } }

  /// Throws `full` if a post would be refused whatever its body, so that the body need not be read.
  package func check() throws(TimelineError) {
    let since = state.withLock { $0.machine.refusingSince }
    guard let since, since.advanced(by: Self.repeatsTimeMax).hasPassed else { return }
    // Counted as a refused post: refused posts cause the measurement that finds out whether there
    // is space again.
    try begin(0)
    end(0)
  }

  /// Throws `full` if a chatt of this size does not fit. Otherwise, `end` must follow.
  package func begin(_ byteCount: Int) throws(TimelineError) {
    let decision = update { machine in
      let now = Deadline.now
      machine.touch(at: now)
      return machine.begin(byteCount, at: now)
    }
    if decision == .firstRefused { report(.startedRefusing) }
    if decision != .accepted { throw Self.error }
  }

  package func end(_ byteCount: Int) {
    update { $0.end(byteCount, at: .now) }
  }

  package func touch() {
    update { $0.touch(at: .now) }
  }

  /// Changes the state of the machine, and sets the timer for its next run.
  private func update<Value: Sendable>(_ body: (inout RetentionMachine) -> Value) -> Value {
    state.withLock { state in
      defer { setTimer(&state) }
      return body(&state.machine)
    }
  }

  // MARK: The timer

  private func setTimer(_ state: inout State) {
    let deadline = state.machine.wakesAt
    guard let pool = state.pool, !state.isStopped, deadline < state.timer?.deadline ?? .never
    else { return }
    state.timer?.task.cancel()
    let task = Task(executorPreference: pool.loop) {
      guard (try? await pool.loop.sleep(until: deadline)) != nil else { return }
      await self.timerFired(deadline, pool.value)
    }
    state.timer = (deadline, task)
  }

  private func timerFired(_ deadline: Deadline, _ pool: PostgresPool) async {
    let isDue = state.withLock { state in
      guard state.timer?.deadline == deadline, !state.isStopped else { return false }
      state.timer = nil
      let isDue = state.machine.start(at: .now)
      if !isDue { setTimer(&state) }
      return isDue
    }
    if isDue { await run(on: pool) }
  }

  // MARK: A run

  private func run(on pool: PostgresPool) async {
    var (expired, oldest) = (0, 0)
    var hasFailed = false
    do throws(PostgresError) {
      expired = try await removeExpired(pool)
      oldest = try await limitSize(pool)
      try await removals.prune(on: pool, until: .after(Self.timeout))
    } catch {
      hasFailed = true
      if !state.withLock({ $0.isStopped }) { observe(error) }
    }
    if expired + oldest > 0 { report(.deleted(expired: expired, oldest: oldest)) }
    update { [hasFailed] in $0.finish(hasFailed: hasFailed, at: .now) }
  }

  private var isStopped: Bool { state.withLock { $0.isStopped } }

  private func removeExpired(_ pool: PostgresPool) async throws(PostgresError) -> Int {
    guard let ageMax = limits.ageMax, update({ $0.searches(at: .now) }) else { return 0 }
    var count = 0
    for _ in 0..<Self.batchesMax where !isStopped {
      let statement = RetentionStatements.removeExpired(
        after: ageMax, rowsMax: batch.rowsMax, bytesMax: batch.bytesMax)
      guard let row = try await Self.row(of: statement, on: pool) else { break }
      let (removed, next) = try row.decode(Int.self, Int64?.self)
      count += removed
      // Expired chatts that are left are being deleted by another server.
      guard removed > 0, let next, next <= 0 else {
        update { $0.searched(next: next.map { .microseconds($0) }, at: .now) }
        break
      }
    }
    return count
  }

  private func limitSize(_ pool: PostgresPool) async throws(PostgresError) -> Int {
    guard update({ $0.measures(at: .now) }) else { return 0 }
    let began = Deadline.now
    guard let row = try await Self.row(of: RetentionStatements.measure, on: pool) else { return 0 }
    let (total, first) = try row.decode(Int.self, Int64?.self)
    let (isAccepting, excess) = update { machine in
      let now = Deadline.now
      let isAccepting = machine.measured(total, took: now.duration(since: began), at: now)
      return (isAccepting, machine.excessBytes)
    }
    if isAccepting { report(.stoppedRefusing) }
    return try await removeOldest(pool, bytes: excess, from: first)
  }

  private func removeOldest(
    _ pool: PostgresPool, bytes: Int, from first: Int64?
  ) async throws(PostgresError) -> Int {
    var (count, left, lowest) = (0, bytes, first)
    for _ in 0..<Self.batchesMax where !isStopped {
      guard left > 0, let place = lowest else { break }
      let statement = RetentionStatements.remove(
        bytes: min(left, batch.bytesMax), from: place, rowsMax: batch.rowsMax)
      guard let row = try await Self.row(of: statement, on: pool) else { break }
      let (removed, removedBytes, next) = try row.decode(Int.self, Int.self, Int64?.self)
      // Another server has deleted the oldest chatt. The size is measured again later.
      guard removed > 0 else { break }
      count += removed
      left -= removedBytes
      lowest = next
    }
    update { [left] in $0.removed(all: left <= 0) }
    try await vacuum(pool, after: bytes - left)
    return count
  }

  /// Vacuums the table after enough deletions. Autovacuum would start only after a fifth of the
  /// table, and up to a minute later: the table would use more space than the limit.
  private func vacuum(_ pool: PostgresPool, after byteCount: Int) async throws(PostgresError) {
    let due = (limits.bytesMax ?? .max) / Self.vacuumedFraction
    let isDue = unvacuumedBytes.withLock { bytes in
      bytes += byteCount
      guard bytes >= due else { return false }
      bytes = 0
      return true
    }
    guard isDue else { return }
    _ = try await Self.row(of: RetentionStatements.vacuum, on: pool)
  }

  private static func row(
    of statement: SQL, on pool: PostgresPool
  ) async throws(PostgresError) -> Row? {
    try await pool.query(statement, until: .after(timeout)).first
  }
}

/// The limits of the timeline.
public struct RetentionLimits: Sendable, Hashable {
  /// What happens when the timeline has reached `bytesMax`.
  public enum WhenFull: String, Sendable, CaseIterable {
    /// The oldest chatts are deleted in the background.
    case deleteOldest = "delete-oldest"
    /// Posts are refused until chatts are deleted.
    case refuse
  }

  /// Bytes that are counted for one chatt besides its text and clip: its row and the index entries.
  public static let rowBytes = 150

  /// Maximum bytes of text, clips and rows; nil for no limit.
  public var bytesMax: Int?
  public var whenFull = WhenFull.deleteOldest
  /// Maximum age of a chatt; nil for no limit.
  public var ageMax: Duration?

  public init() {}

  /// Whether there are no limits.
  public var isEmpty: Bool { bytesMax == nil && ageMax == nil }
}
