internal import Chatter
internal import Postgres
internal import Sockets

/// Stores posts, those that come during a commit together in the next one; it lives on its pool's
/// loop.
///
/// `GroupCommitMachine` decides; this actor performs: it takes a connection for each batch, so that
/// whoever else waits for one has it in turn, sends the batch, and answers each post when the
/// transaction that holds it is on disk. A post that has been taken is stored, or certainly not,
/// whether or not its sender still waits.
actor GroupCommit {
  nonisolated let pool: PostgresPool

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe pool.loop.asUnownedSerialExecutor()
  }

  private struct Entry {
    let post: BatchInsert.Post
    let continuation: CheckedContinuation<TimelineError?, Never>
  }

  private var machine: GroupCommitMachine
  private var entries: [Int: Entry] = [:]
  private var timer: Deadline?
  private let retryPause: Duration
  private let observe: @Sendable (PostgresError) -> Void

  /// - Parameter retryPause: how long a batch waits that is to go again.
  init(
    _ pool: PostgresPool, limits: GroupCommitMachine.Limits = .init(), retryPause: Duration,
    observe: @escaping @Sendable (PostgresError) -> Void
  ) {
    self.pool = pool
    self.retryPause = retryPause
    self.observe = observe
    machine = GroupCommitMachine(limits: limits)
  }

  /// How many posts have no answer yet.
  var postCount: Int { machine.postCount }

  /// Counts a post that is stored elsewhere among those that are kept in memory.
  ///
  /// - Returns: whether there is room for it; then `giveRoom` follows.
  func takeRoom(_ byteCount: Int) -> Bool { machine.takeRoom(byteCount) }

  func giveRoom(_ byteCount: Int) { machine.giveRoom(byteCount) }

  /// Returns when the chatt is on disk.
  func post(_ chatt: NewChatt, id: ChattID, until deadline: Deadline) async throws(TimelineError) {
    guard !Task.isCancelled else { throw .cancelled }
    let error = await withCheckedContinuation { continuation in
      let post = BatchInsert.Post(id: id, chatt: chatt)
      add(Entry(post: post, continuation: continuation), until: deadline)
    }
    if let error { throw error }
  }

  /// Takes a post, at one go: it is called where the task of the caller is suspended already. A task
  /// that prefers another executor may be put off at every `await` before that, and a batch that
  /// was made meanwhile, of a post that the machine knows and `entries` does not, would be
  /// acknowledged without it.
  private func add(_ entry: Entry, until deadline: Deadline) {
    guard
      let (number, actions) = machine.add(byteCount: entry.post.chatt.byteCount, until: deadline)
    else { return entry.continuation.resume(returning: .unavailable(retryAfter: .seconds(1))) }
    entries[number] = entry
    perform(actions)
    keepTime(deadline)
  }

  private func perform(_ actions: [GroupCommitMachine.Action]) {
    for action in actions {
      switch action {
      case .start(let lane): Task(executorPreference: pool.loop) { await self.run(lane) }
      case .answer(let number, let error):
        entries.removeValue(forKey: number)?.continuation.resume(returning: error)
      }
    }
  }

  /// Commits batch after batch, until nothing waits.
  private func run(_ lane: GroupCommitMachine.Lane) async {
    while true {
      if machine.isPauseDue(lane) { try? await pool.loop.sleep(until: .after(retryPause)) }
      guard let batch = machine.nextBatch(lane) else { return }
      do throws(PostgresError) {
        try await commit(batch)
        perform(machine.committed(batch))
        // Where several came during a commit, more are about to: they go together.
        if batch.posts.count > 1 { try? await pool.loop.nextTurn() }
      } catch {
        observe(error)
        perform(machine.failed(batch, error, now: .now))
      }
    }
  }

  private func commit(_ batch: GroupCommitMachine.Batch) async throws(PostgresError) {
    // What is new was never sent.
    let statements = BatchInsert.statements(
      batch.posts.compactMap { entries[$0]?.post }, mayBeStored: batch.lane == .again)
    guard let first = statements.first else { return }
    if statements.count == 1 {
      try await pool.query(first, until: batch.deadline)
    } else if case .rolledBack(_, let error) = try await pool.pipeline(
      statements, until: batch.deadline)
    {
      throw .server(error)
    }
  }

  /// Keeps one task asleep until the first post gives up.
  private func keepTime(_ deadline: Deadline) {
    guard deadline < timer ?? .never else { return }
    timer = deadline
    Task(executorPreference: pool.loop) {
      // A loop that is stopped tells every wait so, and nobody asks any more.
      guard (try? await self.pool.loop.sleep(until: deadline)) != nil else { return }
      await self.timerFired(deadline)
    }
  }

  private func timerFired(_ deadline: Deadline) {
    guard timer == deadline else { return }
    timer = nil
    perform(machine.tick(now: .now))
    let next = machine.nextDeadline
    if next != .never { keepTime(next) }
  }
}

extension NewChatt {
  /// What it takes in memory and on the wire, nearly.
  var byteCount: Int {
    username.utf8.count + (message?.utf8.count ?? 0) + (audio?.bytes.count ?? 0)
  }
}
