internal import Chatter
internal import Postgres
internal import System

/// Stores posts. Posts that arrive during a commit share the next one. It lives on the loop of its
/// pool.
///
/// `GroupCommitMachine` makes the decisions; this class carries them out. It takes a connection for
/// each batch, so that other waiters get connections in between. An accepted post is stored, or
/// certainly not stored, whether or not its sender still waits.
final class GroupCommit {
  struct Entry {
    let post: ChattStatements.Post
    let continuation: CheckedContinuation<Result<PostedChatt, TimelineError>, Never>
  }

  typealias Machine = GroupCommitMachine<Entry>

  private let pool: PostgresPool
  private var machine: Machine
  private var timer: Deadline?
  private let retryInterval: Duration
  private let observe: @Sendable (PostgresError) -> Void
  private let didCommit: @Sendable (Int) -> Void

  init(
    _ pool: PostgresPool, limits: Machine.Limits = .init(), retryInterval: Duration,
    observe: @escaping @Sendable (PostgresError) -> Void,
    didCommit: @escaping @Sendable (Int) -> Void = { _ in }
  ) {
    self.pool = pool
    self.didCommit = didCommit
    self.retryInterval = retryInterval
    self.observe = observe
    machine = Machine(limits: limits)
  }

  /// The number of posts without an outcome.
  var postCount: Int { machine.postCount }

  /// Counts a post that is stored elsewhere towards the limits on posts in memory. Returns whether
  /// there is room for it. If so, the caller must call `release` afterwards.
  func reserve(_ byteCount: Int) -> Bool { machine.reserve(byteCount) }

  func release(_ byteCount: Int) { machine.release(byteCount) }

  func post(
    _ chatt: NewChatt, id: ChattID, until deadline: Deadline
  ) async throws(TimelineError) -> PostedChatt {
    pool.loop.checkIsolated()
    guard !Task.isCancelled else { throw .cancelled }
    return try await withCheckedContinuation { continuation in
      let entry = Entry(post: .init(id: id, chatt: chatt), continuation: continuation)
      guard let actions = machine.add(entry, byteCount: chatt.byteCount, until: deadline) else {
        return continuation.resume(
          returning: .failure(.unavailable(retryAfter: .seconds(1))))
      }
      perform(actions)
      setTimer(deadline)
    }.get()
  }

  /// - Parameter stored: The chatts that are stored now, at most as many as a batch has.
  private func perform(_ actions: [Machine.Action], stored: [PostedChatt] = []) {
    for action in actions {
      switch action {
      case .start(let lane): pool.loop.start(self) { await $0.run(lane) }
      case .complete(let entry, let error?): entry.continuation.resume(returning: .failure(error))
      case .complete(let entry, nil):
        let id = entry.post.id
        // A chatt that an earlier attempt stored may have been deleted since.
        let posted =
          stored.first { $0.id == id } ?? PostedChatt(id: id, createdAt: id.timestamp)
        entry.continuation.resume(returning: .success(posted))
      }
    }
  }

  /// Commits one batch after another, until no post waits.
  private func run(_ lane: Machine.Lane) async {
    while true {
      if machine.isPauseDue(lane) { try? await pool.loop.sleep(until: .after(retryInterval)) }
      guard let batch = machine.nextBatch(lane, now: .now) else { return }
      if let time = batch.asideTime { setTimer(time) }
      do throws(PostgresError) {
        let stored = try await commit(batch)
        perform(machine.committed(batch), stored: stored)
        didCommit(batch.posts.count)
        // If several posts shared a batch, more are likely to arrive: they share the next one.
        if batch.posts.count > 1 { try? await pool.loop.nextTick() }
      } catch {
        observe(error)
        perform(machine.failed(batch, error, now: .now))
      }
      // There may be room to put another batch aside.
      guard machine.continues(after: batch) else { return tick() }
    }
  }

  private func commit(_ batch: Machine.Batch) async throws(PostgresError) -> [PostedChatt] {
    // Posts in the lanes for new posts were never sent before.
    var statements = ChattStatements.insert(
      batch.entries.map(\.post), mayBeStored: batch.lane == .again)
    if let timeout = batch.statementTimeout {
      statements.insert(ChattStatements.limit(timeout), at: 0)
    }
    guard statements.count > 1 else {
      return try ChattStatements.stored(in: [
        try await pool.query(statements[0], until: batch.deadline)
      ])
    }
    let rowSets = try await pool.pipeline(statements, until: batch.deadline)
    return try ChattStatements.stored(in: rowSets.dropFirst(batch.statementTimeout == nil ? 0 : 1))
  }

  /// Sets the timer for a deadline, unless it is set for an earlier one.
  private func setTimer(_ deadline: Deadline) {
    guard deadline < timer ?? .never else { return }
    timer = deadline
    pool.loop.start(self) { groupCommit in
      // A stopped loop ends every wait with an error, and no post waits any more.
      guard (try? await groupCommit.pool.loop.sleep(until: deadline)) != nil else { return }
      guard groupCommit.timer == deadline else { return }
      groupCommit.timer = nil
      groupCommit.tick()
    }
  }

  private func tick() {
    perform(machine.tick(now: .now))
    let next = machine.nextDeadline
    if next != .never { setTimer(next) }
  }
}

extension NewChatt {
  /// The approximate size in memory and on the wire, in bytes.
  package var byteCount: Int {
    username.utf8.count + (message?.utf8.count ?? 0) + (words?.utf8.count ?? 0)
      + (audio?.bytes.count ?? 0)
  }
}
