internal import Chatter
public import Postgres
internal import System

/// Notifies other servers on the database of posts, so that their lists are ready before clients
/// request them, and receives the notifications of those servers.
///
/// They are only an optimization: every list request polls the database first. They are sent in
/// statements of their own, never in a transaction that writes, because NOTIFY serializes the
/// commits of the whole database, and only while another server listens.
public final class PeerNotifications: Sendable {
  /// The name of the channel. The payload of a notification is a `Message` and the server's name.
  static let channel = "chatterd"
  enum Message: String {
    /// This server is present. Sent at the start and periodically.
    case here
    case posted
  }

  private static let announcementInterval = Duration.milliseconds(5)
  private static let presenceInterval = Duration.seconds(20)
  /// A server that has sent nothing for this long counts as gone.
  private static let presenceTimeout = Duration.seconds(65)
  private static let statementTimeout = Duration.seconds(5)
  private static let retryInterval = Duration.seconds(5)
  /// Time between two attempts to connect after a pooler was detected.
  private static let pooledRetryInterval = Duration.seconds(300)

  private struct State {
    var peerNotifiedAt: Deadline?
    var isScheduled = false
  }

  private let pool: LoopBound<PostgresPool>
  private let name: String
  private let refresh: @Sendable () async -> Void
  private let state = Lock(State())

  /// Creates an object that listens on the loop of a pool, on a connection of its own. `refresh`
  /// updates the lists of this server.
  public init(_ pool: PostgresPool, refresh: @escaping @Sendable () async -> Void) {
    self.pool = LoopBound(pool, on: pool.loop)
    self.refresh = refresh
    name = String(UInt64.random(in: .min ... .max), radix: 36)
  }

  /// Whether a notification from another server arrived within `presenceTimeout`.
  var hasPeers: Bool {
    guard let last = state.withLock({ $0.peerNotifiedAt }) else { return false }
    return Deadline.now.duration(since: last) < Self.presenceTimeout
  }

  /// Schedules a notification that something was posted. May be called on any loop.
  public func announcePost() {
    guard hasPeers else { return }
    let isFirst = state.withLock { state in
      defer { state.isScheduled = true }
      return !state.isScheduled
    }
    guard isFirst else { return }
    Task(executorPreference: pool.loop) { await self.sendSoon() }
  }

  private func sendSoon() async {
    try? await pool.loop.sleep(until: .after(Self.announcementInterval))
    // Reset before sending, so that a later post schedules the next notification.
    state.withLock { $0.isScheduled = false }
    _ = try? await pool.value.query(text(.posted), until: .after(Self.statementTimeout))
  }

  private func text(_ message: Message) -> SQL {
    "select pg_notify(\(Self.channel), \("\(message.rawValue) \(name)"))"
  }

  /// Listens until the task is cancelled, and reconnects as often as necessary.
  public func run() async {
    while !Task.isCancelled {
      // The error is ignored: the connections of the pool report an unavailable database.
      let pause = (try? await listen()) ?? Self.retryInterval
      // A stopped loop ends every wait at once.
      guard (try? await pool.loop.sleep(until: .after(pause))) != nil else { return }
    }
  }

  /// Listens until the connection is lost. Behind a pooler, which may lend the listening session to
  /// other clients, it returns the time to wait instead.
  private func listen() async throws(PostgresError) -> Duration {
    let connection = try await PostgresConnection.connect(
      pool.value.configuration, on: pool.loop, until: .after(Self.statementTimeout))
    guard !connection.isPooled else {
      connection.close()
      return Self.pooledRetryInterval
    }
    try await connection.execute(
      script: "listen \(Self.channel)", until: .after(Self.statementTimeout))
    while true {
      try await connection.query(text(.here), until: .after(Self.statementTimeout))
      try await receive(on: connection, until: .after(Self.presenceInterval))
    }
  }

  /// Receives notifications until it is time to announce this server again.
  private func receive(on connection: PostgresConnection, until deadline: Deadline)
    async throws(PostgresError)
  {
    while true {
      let payload: String
      do throws(PostgresError) {
        payload = try await connection.nextNotification(until: deadline)
      } catch .timedOut {
        return
      }
      let fields = payload.split(separator: " ")
      guard fields.count == 2, fields[1] != name, let message = Message(rawValue: String(fields[0]))
      else { continue }
      let isNew = !hasPeers
      state.withLock { $0.peerNotifiedAt = .now }
      switch message {
      // A server that has just started does not know of this one yet.
      case .here where isNew:
        _ = try? await pool.value.query(text(.here), until: .after(Self.statementTimeout))
      case .here: break
      case .posted: await refresh()
      }
    }
  }
}
