internal import Chatter
internal import ChatterStore
internal import Postgres
internal import System

/// Updates the lists of one loop, with one poll of the database for all callers that wait at the
/// same time (`SharedPoll`). It lives on the loop of its pool.
final class ListReader {
  struct Limits: Sendable {
    var pollTimeout = Duration.seconds(30)
    /// Timeout of reading all rows, or a long change.
    var readTimeout = Duration.seconds(300)
    /// Timeout of a health check, since the clients of health checks have short timeouts.
    var readinessTimeout = Duration.seconds(3)
    /// Interval between checks of the triggers, which detect rows that are written by hand.
    var triggersInterval = Duration.milliseconds(500)
  }

  let reader: ChattReader
  let lists: ReadyLists
  /// Updates the lists of URLs without a last slash, if their order is another.
  let withoutSlash: ListReader?
  private let limits: Limits
  private let report: @Sendable (ServiceEvent) -> Void
  private let sharedPoll: SharedPoll<ReadyLists.Lists>
  private let sharedCheck: SharedPoll<Void>
  /// Whether the last poll found a different snapshot than the poll before it.
  private var isMoving = true
  private var nextTriggersCheck = Deadline.now
  /// The last result of `ListStatements.snapshot`: while nothing is written, it need not be parsed.
  private var lastSnapshot: (row: Row, snapshot: ListSnapshot)?

  init(
    _ lists: ReadyLists, reader: ChattReader, limits: Limits = Limits(),
    report: @escaping @Sendable (ServiceEvent) -> Void
  ) {
    (self.lists, self.reader, self.limits, self.report) = (lists, reader, limits, report)
    withoutSlash = lists.withoutSlash.map {
      ListReader($0, reader: reader, limits: limits, report: report)
    }
    sharedPoll = SharedPoll(on: reader.pool.loop)
    sharedCheck = SharedPoll(on: reader.pool.loop)
  }

  /// Returns the lists with everything that was committed before this call.
  func current() async throws(ReadError) -> ReadyLists.Lists {
    try await sharedPoll.outcome(with: self) { reader throws(ReadError) in
      let lists = try await reader.poll()
      if lists.list.wantsOlder { reader.reader.pool.loop.start(reader) { await $0.extend() } }
      return lists
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
    try await reader.query(ListStatements.snapshot) { rows throws(PostgresError) in
      guard let row = rows.first else { return nil }
      if let lastSnapshot, lastSnapshot.row == row { return lastSnapshot.snapshot }
      let snapshot = try ListSnapshot(row)
      lastSnapshot = (row, snapshot)
      return snapshot
    }
  }

  private func triggers() async throws(ReadError) -> String? {
    let texts = try await reader.fetch(ListStatements.triggers) { row throws(PostgresError) in
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
    let (pool, ids, deadline) = (reader.pool, lists.profile.ids, Deadline.after(limits.pollTimeout))
    let statement = ListStatements.changes(since: cached.snapshot.transactions)
    let change: ListChange
    do throws(ReadError) {
      change = try await reader.preparingAgain {
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
    let (lists, pool, deadline) = (lists, reader.pool, Deadline.after(limits.readTimeout))
    let outcome = try await read {
      guard lists.cached?.version == cached.version else { return nil }
      return try await ListLoading.catchUp(with: cached, of: lists, from: pool, until: deadline)
    }
    guard let outcome else { return .isLong }
    return outcome.lists.map { .lists($0) } ?? .mustLoad
  }

  /// Begins new lists. Returns nil if another loop has done so while this one waited.
  private func load(after generation: Int?) async throws(ReadError) -> ReadyLists.Lists? {
    let (lists, pool, deadline) = (lists, reader.pool, Deadline.after(limits.readTimeout))
    return try await read {
      guard lists.cached?.generation == generation else { return nil }
      return try await ListLoading.load(lists, from: pool, until: deadline)
    }?.lists
  }

  /// Reads older rows into memory while there is room, for half of the time at most. If it fails,
  /// it begins again after the next poll.
  private func extend() async {
    let isFirst = lists.isExtending.withLock { isExtending in
      defer { isExtending = true }
      return !isExtending
    }
    guard isFirst else { return }
    defer { lists.isExtending.withLock { $0 = false } }
    while let cached = lists.cached, cached.list.wantsOlder {
      let began = Deadline.now
      do {
        try await extend(cached)
        let took = Deadline.now.duration(since: began)
        try await reader.pool.loop.sleep(until: .after(took))
      } catch {
        return
      }
    }
  }

  /// Reads the next older rows into memory, unless somebody else has done so while this one waited.
  private func extend(_ cached: ReadyLists.Lists) async throws(ReadError) {
    let (lists, pool, deadline) = (lists, reader.pool, Deadline.after(limits.readTimeout))
    _ = try await read {
      guard lists.cached?.list.older?.last == cached.list.older?.last else { return nil }
      return try await ListLoading.extend(cached, of: lists, from: pool, until: deadline)
    }
  }

  /// Returns the newest rows up to a sequence number that are in memory now. If they come into
  /// memory next, it reads them.
  func segment(upTo last: Int64) async -> Segment? {
    if let cached = lists.cached, cached.list.older?.last == last, cached.list.wantsOlder {
      // The error is ignored: the caller then reads the rows from the table.
      try? await extend(cached)
    }
    return lists.cached?.list.segment(upTo: last)
  }

  private func read(
    _ body: () async throws -> ListLoading.Outcome?
  ) async throws(ReadError) -> ListLoading.Outcome? {
    guard await lists.loading.wait() else { throw .cancelled }
    defer { lists.loading.signal() }
    let outcome = try await reader.preparingAgain(body)
    reportSkipped(outcome?.skippedCount ?? 0)
    return outcome
  }

  private func reportSkipped(_ count: Int) {
    if count > 0 { report(.rowsSkipped(count)) }
  }

  // MARK: Readiness

  /// Concurrent health checks share one check, which shares the poll of the lists. The check is not
  /// cancelled with a request, and takes no database session that lists or posts wait for.
  func checkReadiness() async throws(ReadError) {
    try await sharedCheck.outcome(with: self) { reader throws(ReadError) in
      try await reader.checkInTime()
    }
  }

  /// Runs a check that ends at its deadline, while the poll that it waits for continues.
  private func checkInTime() async throws(ReadError) {
    let isOver = AsyncEvent(on: reader.pool.loop)
    let check = reader.pool.loop.start((self, isOver)) { reader, isOver in
      defer { isOver.signal() }
      return await Result(of: reader.check)
    }
    do throws(WaitError) {
      try await isOver.wait(until: .after(limits.readinessTimeout))
    } catch {
      throw .unavailable(retryAfter: .seconds(1))
    }
    try await check.value.get()
  }

  private func check() async throws(ReadError) {
    _ = try await current()
    _ = try await withoutSlash?.current()
    guard try await isMigrated() else { throw .unavailable(retryAfter: .seconds(1)) }
  }

  /// Whether all migrations have been applied. A positive result is cached.
  private func isMigrated() async throws(ReadError) -> Bool {
    if lists.isMigrated.withLock({ $0 }) { return true }
    let isMigrated = try await reader.isMigrated()
    if isMigrated { lists.isMigrated.withLock { $0 = true } }
    return isMigrated
  }
}

/// Polls the database once for all callers that wait at the same time. It lives on a loop.
///
/// One poll runs at a time. Callers that arrive meanwhile are served by the next poll, which begins
/// when this one ends: only a poll that started after a request is guaranteed to see every post
/// acknowledged before it.
final class SharedPoll<Value: Sendable> {
  private typealias Outcome = Result<Value, ReadError>

  private let loop: EventLoop
  private var isUnderWay = false
  private var waiters: [CheckedContinuation<Outcome, Never>] = []

  init(on loop: EventLoop) {
    self.loop = loop
  }

  /// Returns the outcome of a poll that begins after this call.
  func outcome<Object>(
    with object: Object, of poll: @escaping @Sendable (Object) async throws(ReadError) -> Value
  ) async throws(ReadError) -> Value {
    let outcome = await withCheckedContinuation { waiter in
      waiters.append(waiter)
      guard !isUnderWay else { return }
      isUnderWay = true
      // In a task of its own: the poll serves all waiters and may outlive the first of them.
      loop.start((self, object)) { shared, object in
        await shared.serve { () throws(ReadError) in try await poll(object) }
      }
    }
    return try outcome.get()
  }

  private func serve(_ poll: () async throws(ReadError) -> Value) async {
    while !waiters.isEmpty {
      let served = waiters
      waiters = []
      let outcome = await Outcome(of: poll)
      for waiter in served { waiter.resume(returning: outcome) }
      // If several callers waited, more are likely to arrive: they share the next poll.
      if served.count > 1 { try? await loop.nextTick() }
    }
    isUnderWay = false
  }
}
