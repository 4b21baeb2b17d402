internal import Chatter
internal import Postgres
internal import Sockets

/// Answers the lists of one loop: with a look at the database for all who ask at one moment.
///
/// `SharedLook` says who is served by which.
actor ListReader {
  /// How long one look may take, and one reading of everything.
  struct Limits: Sendable {
    var lookTimeout = Duration.seconds(30)
    var readTimeout = Duration.seconds(300)
    /// How often the triggers are looked at, by which rows written by hand are seen.
    var triggersPeriod = Duration.milliseconds(500)
  }

  private typealias Outcome = Result<ReadyLists.Lists, TimelineError>

  nonisolated let pool: PostgresPool
  private let lists: ReadyLists
  private let loading: ListLoading
  private let limits: Limits
  /// What answers that are fetched while they are sent go through, of which there may be many.
  nonisolated let fetchTurnstile: Turnstile
  private let observe: @Sendable (PostgresError) -> Void
  private let report: @Sendable (ServiceEvent) -> Void
  private var sharedLook = SharedLook<CheckedContinuation<Outcome, Never>>()
  /// Whether the last look found another moment than the one before it.
  private var isMoving = true
  private var nextTriggersLook = Deadline.now

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe pool.loop.asUnownedSerialExecutor()
  }

  init(
    _ lists: ReadyLists, loading: ListLoading, pool: PostgresPool, limits: Limits = Limits(),
    observe: @escaping @Sendable (PostgresError) -> Void,
    report: @escaping @Sendable (ServiceEvent) -> Void
  ) {
    self.lists = lists
    self.loading = loading
    self.pool = pool
    self.limits = limits
    fetchTurnstile = Turnstile(countMax: max(1, pool.limits.connectionsMax - 2), on: pool.loop)
    self.observe = observe
    self.report = report
  }

  /// The lists with all that was committed before this call.
  func current() async throws(TimelineError) -> ReadyLists.Lists {
    let outcome = await withCheckedContinuation { continuation in
      guard sharedLook.ask(continuation) else { return }
      // A task of its own: the look is for all, and outlives the one who asked first.
      Task(executorPreference: pool.loop) { await self.serveAskers() }
    }
    return try outcome.get()
  }

  private func serveAskers() async {
    while let askers = sharedLook.next() {
      let outcome: Outcome
      do throws(TimelineError) {
        outcome = .success(try await look())
      } catch {
        outcome = .failure(error)
      }
      for asker in askers { asker.resume(returning: outcome) }
      // Where several ask at a time, more are about to: one look is for all of them.
      if askers.count > 1 { try? await pool.loop.nextTurn() }
    }
  }

  private func look() async throws(TimelineError) -> ReadyLists.Lists {
    while true {
      let known = lists.known
      if let known, nextTriggersLook.hasPassed, try await triggers() != known.lists.triggers {
        if let lists = try await readAll(after: known.edition) { return lists }
        continue
      }
      // While nothing is written the question for the moment alone is half the work.
      if let known, !isMoving, try await moment() == known.lists.moment { return known.lists }
      if let known, let lists = try await learnChanges(since: known.lists, of: known.edition) {
        return lists
      }
      if let lists = try await readAll(after: known?.edition) { return lists }
    }
  }

  private func moment() async throws(TimelineError) -> ListMoment? {
    do throws(PostgresError) {
      let result = try await pool.query(
        ListStatements.moment, until: .after(limits.lookTimeout))
      return try result.first.map { row throws(PostgresError) in try ListMoment(row) }
    } catch {
      observe(error)
      throw TimelineError(error)
    }
  }

  private func triggers() async throws(TimelineError) -> String? {
    let texts = try await fetch(ListStatements.triggers) { row, _ throws(PostgresError) in
      try row.decode(String.self, at: 0)
    }
    nextTriggersLook = .after(limits.triggersPeriod)
    return texts.first
  }

  /// Nil where everything must be read anew: so is what is too much to be caught up with in the time
  /// of a look, since that is read row by row and in more time.
  private func learnChanges(since known: ReadyLists.Lists, of edition: Int)
    async throws(TimelineError) -> ReadyLists.Lists?
  {
    let statement = ListStatements.changes(since: known.moment.snapshot)
    do throws(PostgresError) {
      let result = try await pool.query(statement, until: .after(limits.lookTimeout))
      let change = try ListChange(result, ids: lists.profile.ids)
      isMoving = change.moment != known.moment
      if change.skippedCount > 0 { report(.rowsSkipped(change.skippedCount)) }
      return lists.update(change, edition: edition)
    } catch .timedOut(let outcome) {
      observe(.timedOut(outcome))
      return nil
    } catch {
      observe(error)
      throw TimelineError(error)
    }
  }

  /// Reads everything, unless another loop does while this one waits for its turn: then nil.
  private func readAll(after edition: Int?) async throws(TimelineError) -> ReadyLists.Lists? {
    let (lists, pool, deadline) = (lists, pool, Deadline.after(limits.readTimeout))
    do {
      let outcome = try await loading.run {
        guard lists.known?.edition == edition else { return nil }
        do {
          return try await ListLoading.read(lists, from: pool, until: deadline)
        } catch let error as PostgresError where error.isOutdatedStatement {
          // The connection has forgotten the statement: it is prepared anew.
          return try await ListLoading.read(lists, from: pool, until: deadline)
        }
      }
      guard let (skippedCount, read) = outcome else { return nil }
      if skippedCount > 0 { report(.rowsSkipped(skippedCount)) }
      return read
    } catch let error as PostgresError {
      observe(error)
      throw TimelineError(error)
    } catch {
      throw .cancelled
    }
  }

  /// Runs a statement and reads its rows; those that are read as nil are left out.
  func fetch<Value: Sendable>(
    _ statement: SQL,
    _ read: @Sendable (Row, ListProfile.IDs) throws(PostgresError) -> Value?
  ) async throws(TimelineError) -> [Value] {
    do throws(PostgresError) {
      var values: [Value] = []
      for row in try await pool.query(statement, until: .after(limits.lookTimeout)) {
        if let value = try read(row, lists.profile.ids) { values.append(value) }
      }
      return values
    } catch {
      observe(error)
      throw TimelineError(error)
    }
  }
}
