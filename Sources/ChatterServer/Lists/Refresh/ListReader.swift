internal import Chatter
internal import EventLoop
internal import Postgres

/// Updates the lists of one loop, with one poll of the database for all callers that wait at the
/// same time (`SharedPoll`). It lives on the loop of its pool.
final class ListReader {
  struct Limits: Sendable {
    var pollTimeout = Duration.seconds(30)
    /// Timeout of reading all rows, or a long change.
    var readTimeout = Duration.seconds(300)
    /// Timeout of a search, whose client types the next letter soon.
    var searchTimeout = Duration.seconds(1)
    /// Timeout of a health check, since the clients of health checks have short timeouts.
    var readinessTimeout = Duration.seconds(3)
    /// Interval between checks of the triggers, which detect rows that are written by hand.
    var triggersInterval = Duration.milliseconds(500)
  }

  /// Maximum number of attempts of a statement whose prepared form may be outdated.
  private static let attemptsMax = 3

  let pool: PostgresPool
  let lists: ReadyLists
  /// Updates the lists of URLs without a last slash, if their order is another.
  let withoutSlash: ListReader?
  let limits: Limits
  /// Limits the number of streamed responses that read from the database at the same time.
  let fetches: AsyncSemaphore
  /// Limits the number of concurrent searches, which leaves connections to other reads.
  let searches: AsyncSemaphore
  private let observe: @Sendable (PostgresError) -> Void
  private let report: @Sendable (ServiceEvent) -> Void
  private let sharedPoll: SharedPoll<ReadyLists.Lists>
  let sharedCheck: SharedPoll<Void>
  /// Whether the last poll found a different snapshot than the poll before it.
  private var isMoving = true
  private var nextTriggersCheck = Deadline.now

  init(
    _ lists: ReadyLists, pool: PostgresPool, limits: Limits = Limits(),
    fetches: AsyncSemaphore? = nil, observe: @escaping @Sendable (PostgresError) -> Void,
    report: @escaping @Sendable (ServiceEvent) -> Void
  ) {
    self.lists = lists
    self.pool = pool
    self.limits = limits
    let fetches = fetches ?? AsyncSemaphore(countMax: max(1, pool.limits.connectionsMax - 2))
    self.fetches = fetches
    withoutSlash = lists.withoutSlash.map {
      ListReader(
        $0, pool: pool, limits: limits, fetches: fetches, observe: observe, report: report)
    }
    let searchesMax = max(1, pool.limits.connectionsMax / 4)
    searches = AsyncSemaphore(countMax: searchesMax, shareMax: max(1, searchesMax / 2))
    sharedPoll = SharedPoll(on: pool.loop)
    sharedCheck = SharedPoll(on: pool.loop)
    self.observe = observe
    self.report = report
  }

  /// Returns the lists with everything that was committed before this call.
  func current() async throws(ReadError) -> ReadyLists.Lists {
    try await sharedPoll.outcome(with: self) { reader throws(ReadError) in
      try await reader.poll()
    }
  }

  private func poll() async throws(ReadError) -> ReadyLists.Lists {
    while true {
      let cached = lists.cached
      if let cached, nextTriggersCheck.hasPassed, try await triggers() != cached.triggers {
        if let lists = try await load(after: cached.generation) { return lists }
        continue
      }
      // While nothing is written, querying only the snapshot is half the work.
      if let cached, !isMoving, try await snapshot() == cached.snapshot { return cached }
      if let cached {
        var learned = try await learnChanges(since: cached)
        if case .isLong = learned { learned = try await catchUp(with: cached) }
        switch learned {
        case .lists(let lists): return lists
        case .isLong: continue
        case .mustLoad: if let lists = try await load(after: cached.generation) { return lists }
        }
      } else if let lists = try await load(after: nil) {
        return lists
      }
    }
  }

  private func snapshot() async throws(ReadError) -> ListSnapshot? {
    try await query(ListStatements.snapshot) { rows throws(PostgresError) in
      try rows.first.map { row throws(PostgresError) in try ListSnapshot(row) }
    }
  }

  private func triggers() async throws(ReadError) -> String? {
    let texts = try await fetch(ListStatements.triggers) { row throws(PostgresError) in
      try row.decode(String.self, at: 0)
    }
    nextTriggersCheck = .after(limits.triggersInterval)
    return texts.first
  }

  private enum Learned {
    case lists(ReadyLists.Lists)
    /// There are more changes than one poll applies.
    case isLong
    /// All rows must be read again. This includes changes that cannot be read within the timeout of
    /// a poll, since the timeout of reading all rows is longer.
    case mustLoad
  }

  private func learnChanges(since cached: ReadyLists.Lists) async throws(ReadError) -> Learned {
    let (pool, ids, deadline) = (pool, lists.profile.ids, Deadline.after(limits.pollTimeout))
    let statement = ListStatements.changes(since: cached.snapshot.transactions)
    let change: ListChange
    do throws(ReadError) {
      change = try await preparingAgain {
        try await pool.withConnection(until: deadline) { connection in
          try await ListChange.read(statement, on: connection, ids: ids, until: deadline)
        }
      }
    } catch .timedOut {
      return .mustLoad
    }
    isMoving = change.snapshot != cached.snapshot
    if change.isFull || cached.list.segmentCount(replacedBy: change) > ListChange.segmentsMax {
      return change.snapshot.epoch == cached.snapshot.epoch ? .isLong : .mustLoad
    }
    reportSkipped(change.skippedCount)
    return lists.update(change, generation: cached.generation).map { .lists($0) } ?? .mustLoad
  }

  /// Applies a long change, unless another loop does so while this one waits.
  private func catchUp(with cached: ReadyLists.Lists) async throws(ReadError) -> Learned {
    let (lists, pool, deadline) = (lists, pool, Deadline.after(limits.readTimeout))
    let outcome = try await read {
      guard lists.cached?.version == cached.version else { return nil }
      return try await ListLoading.catchUp(with: cached, of: lists, from: pool, until: deadline)
    }
    guard let outcome else { return .isLong }
    return outcome.lists.map { .lists($0) } ?? .mustLoad
  }

  /// Reads all rows. Returns nil if another loop has done so while this one waited.
  private func load(after generation: Int?) async throws(ReadError) -> ReadyLists.Lists? {
    let (lists, pool, deadline) = (lists, pool, Deadline.after(limits.readTimeout))
    return try await read {
      guard lists.cached?.generation == generation else { return nil }
      return try await ListLoading.load(lists, from: pool, until: deadline)
    }?.lists
  }

  private func read(
    _ body: () async throws -> ListLoading.Outcome?
  ) async throws(ReadError) -> ListLoading.Outcome? {
    guard await lists.loading.wait() else { throw .cancelled }
    defer { lists.loading.signal() }
    let outcome = try await preparingAgain(body)
    reportSkipped(outcome?.skippedCount ?? 0)
    return outcome
  }

  private func reportSkipped(_ count: Int) {
    if count > 0 { report(.rowsSkipped(count)) }
  }

  // MARK: Statements

  /// Runs a body again if a prepared statement is outdated. The statement is then prepared again.
  func preparingAgain<Value>(
    _ body: () async throws -> Value
  ) async throws(ReadError) -> Value {
    var attempts = 1
    while true {
      do {
        return try await body()
      } catch let error as PostgresError {
        attempts += 1
        if error.isOutdatedStatement, attempts <= Self.attemptsMax { continue }
        observe(error)
        throw ReadError(error)
      } catch {
        throw .cancelled
      }
    }
  }

  func query<Value>(
    _ statement: SQL, _ read: (RowSet) async throws(PostgresError) -> Value
  ) async throws(ReadError) -> Value {
    do throws(PostgresError) {
      return try await read(try await pool.query(statement, until: .after(limits.pollTimeout)))
    } catch {
      observe(error)
      throw ReadError(error)
    }
  }

  /// Runs a statement and reads its rows. Rows for which `read` returns nil are left out.
  func fetch<Value: Sendable>(
    _ statement: SQL, _ read: (Row) throws(PostgresError) -> Value?
  ) async throws(ReadError) -> [Value] {
    try await query(statement) { rows throws(PostgresError) in
      var values: [Value] = []
      for row in rows {
        if let value = try read(row) { values.append(value) }
      }
      return values
    }
  }

  /// Does the same in rotation with the statements of other addresses.
  func fetch<Value: Sendable>(
    _ statement: SQL, for client: String,
    _ read: @escaping @Sendable (Row) throws(PostgresError) -> Value?
  ) async throws(ReadError) -> [Value] {
    try await fetches.run(for: client, with: self, on: pool.loop) { reader throws(ReadError) in
      try await reader.fetch(statement, read)
    }
  }

  /// Runs a statement in rotation with those of other addresses, and reads its result.
  func query<Value: Sendable>(
    _ statement: SQL, for client: String,
    _ read: @escaping @Sendable (RowSet) async throws(PostgresError) -> Value
  ) async throws(ReadError) -> Value {
    try await fetches.run(for: client, with: self, on: pool.loop) { reader throws(ReadError) in
      try await reader.query(statement, read)
    }
  }
}
