internal import Chatter
public import Postgres
internal import Sockets

/// Tells other servers on the database that something was posted, so that their lists are ready
/// before somebody asks; and hears the same of them.
///
/// It is a courtesy. Nothing relies on it: a list is answered only after a look at the database. So
/// a nudge may be lost, LISTEN may not be had (a pooler in transaction mode), and all stays right. Nudges go from sessions of their own, never from a transaction
/// that writes, because NOTIFY makes commits of the whole database take turns; and only while
/// another server is there to hear them.
public actor Nudges {
  /// The channel, and what is said on it before the server's name.
  static let channel = "chatterd"
  enum Word: String {
    /// "I am here": told at the start and now and then.
    case here
    /// "Something was posted".
    case posted
  }

  public struct Limits: Sendable {
    /// At most one nudge in this time.
    public var pause = Duration.milliseconds(5)
    /// Between two words that this server is here.
    public var presencePeriod = Duration.seconds(20)
    /// A server that has not been heard for so long is gone.
    public var presenceTimeout = Duration.seconds(65)
    /// For one statement.
    public var statementTimeout = Duration.seconds(5)
    /// Between two attempts to connect.
    public var retryPause = Duration.seconds(5)
    /// The same, where a pooler was met, which does not go away soon.
    public var pooledRetryPause = Duration.seconds(300)

    public init() {}
  }

  private struct State {
    var heardOthersAt: Deadline?
    var isScheduled = false
  }

  nonisolated let pool: PostgresPool
  private let limits: Limits
  private let name: String
  private let refresh: @Sendable () async -> Void
  private let state = Lock(State())

  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe pool.loop.asUnownedSerialExecutor()
  }

  /// - Parameters:
  ///   - pool: connections of the loop that it lives on; it listens on one of its own.
  ///   - refresh: brings this server's lists up to date.
  public init(
    _ pool: PostgresPool, limits: Limits = Limits(), refresh: @escaping @Sendable () async -> Void
  ) {
    self.pool = pool
    self.limits = limits
    self.refresh = refresh
    name = String(UInt64.random(in: .min ... .max), radix: 36)
  }

  /// Whether another server has been heard lately.
  nonisolated var hearsOthers: Bool {
    state.withLock { state in
      state.heardOthersAt.map { Deadline.now.duration(since: $0) < limits.presenceTimeout } ?? false
    }
  }

  /// Notes, on any loop, that something was posted; the others are told soon.
  public nonisolated func notePost() {
    guard hearsOthers else { return }
    let isFirst = state.withLock { state in
      defer { state.isScheduled = true }
      return !state.isScheduled
    }
    guard isFirst else { return }
    Task(executorPreference: pool.loop) { await self.sendSoon() }
  }

  private func sendSoon() async {
    try? await pool.loop.sleep(until: .after(limits.pause))
    // Before it is sent: what is posted from now on is told by the next one.
    state.withLock { $0.isScheduled = false }
    _ = try? await pool.query(text(.posted), until: .after(limits.statementTimeout))
  }

  private func text(_ word: Word) -> SQL {
    "select pg_notify(\(Self.channel), \("\(word.rawValue) \(name)"))"
  }

  /// Listens until the task is cancelled, connecting anew as often as need be.
  public func run() async {
    while !Task.isCancelled {
      // Why it failed is of no consequence: the pool's connections tell of a database that is away.
      let pause = (try? await listen()) ?? limits.retryPause
      try? await pool.loop.sleep(until: .after(pause))
    }
  }

  /// Listens until the connection is lost, or returns how long to wait where listening makes no
  /// sense: a pooler may lend the session that listens to somebody else.
  private func listen() async throws(PostgresError) -> Duration {
    let connection = try await PostgresConnection.connect(
      pool.configuration, on: pool.loop, until: .after(limits.statementTimeout))
    guard await !connection.isPooled else {
      await connection.close()
      return limits.pooledRetryPause
    }
    try await connection.execute(
      script: "listen \(Self.channel)", until: .after(limits.statementTimeout))
    while true {
      try await connection.query(text(.here), until: .after(limits.statementTimeout))
      try await hear(on: connection, until: .after(limits.presencePeriod))
    }
  }

  /// Hears the others until it is time to say again that this server is here.
  private func hear(on connection: PostgresConnection, until deadline: Deadline)
    async throws(PostgresError)
  {
    while true {
      let notification: PostgresNotification
      do throws(PostgresError) {
        notification = try await connection.nextNotification(until: deadline)
      } catch .timedOut {
        return
      }
      let words = notification.payload.split(separator: " ")
      guard words.count == 2, words[1] != name, let word = Word(rawValue: String(words[0])) else {
        continue
      }
      let isNew = !hearsOthers
      state.withLock { $0.heardOthersAt = .now }
      switch word {
      // Who has just come does not know of us yet.
      case .here where isNew:
        _ = try? await pool.query(text(.here), until: .after(limits.statementTimeout))
      case .here: break
      case .posted: await refresh()
      }
    }
  }
}
