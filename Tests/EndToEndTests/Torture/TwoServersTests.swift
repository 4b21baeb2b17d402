import Sockets
import TLS
import TestSupport
import Testing

@Suite(
  "Torture: two servers on one database (needs PostgreSQL and a socket)", .needs(.postgreSQL))
struct TwoServersTests {
  static let roundCount = Torture.count(200, full: 5000)
  /// Rounds of one timeline, so that reading it stays quick.
  static let roundsPerTimeline = 500
  /// How many clients do so at the same time.
  static let clientCount = 4
  /// How long somebody else holds a transaction open that has written a row.
  static let holdSeconds = Torture.count(2, full: 8)

  @Test("post to one and get at once from the other: no miss, no duplicate, one order")
  func atOnce() async throws {
    let began = ContinuousClock.now
    var (done, lists) = (0, 0)
    while done < Self.roundCount {
      let rounds = min(Self.roundsPerTimeline, Self.roundCount - done)
      lists += try await run(rounds: rounds, name: "two \(done)")
      done += rounds
    }
    Torture.report(
      "two servers: \(done) rounds, \(lists) lists read, in \(ContinuousClock.now - began)")
  }

  @Test(
    "the same while somebody else holds a transaction open that has written a row",
    arguments: ["commit", "rollback"])
  func besideAnOpenTransaction(ending: String) async throws {
    let began = ContinuousClock.now
    let rounds = Torture.count(60, full: 500)
    let lists = try await run(rounds: rounds, name: "held \(ending)", holding: ending)
    Torture.report(
      "two servers beside a transaction held \(Self.holdSeconds) s and ended by \(ending): "
        + "\(rounds) rounds, \(lists) lists read, in \(ContinuousClock.now - began)")
  }

  /// Has clients post to either server and read the other; returns how many lists were read.
  private func run(rounds: Int, name: String, holding ending: String? = nil) async throws -> Int {
    let database = try await TestDatabase()
    let first = try await ServerProcess(.shared(database))
    let servers = [first, try await ServerProcess(.shared(database))]
    let history = ListHistory()
    let transaction = HeldTransaction(isOver: ending == nil)
    async let held: Void = database.hold(transaction, ending, seconds: Self.holdSeconds)
    if ending != nil { try await database.awaitHolder() }
    try await withThrowingDiscardingTaskGroup { group in
      for number in 0..<Self.clientCount {
        let chance = Torture.chance("\(name) \(number)")
        group.addTask {
          try await TestClient.connected(to: servers) { clients in
            var chance = chance
            var round = 0
            // On, until the transaction has ended: the row that comes late is in the lists, too.
            while round < rounds / Self.clientCount || !transaction.isOver {
              round += 1
              let order = Bool.random(using: &chance) ? clients : clients.reversed()
              try await Self.round("\(name)-\(number)-\(round)", order, history)
            }
          }
        }
      }
    }
    try await held
    #expect(history.findings == [])
    let lists = try await TestClient.connected(to: servers) { clients in
      [try await clients[0].rows("/getaudio/"), try await clients[1].rows("/getaudio/")]
    }
    #expect(lists[0] == lists[1])
    #expect(Set(lists[0].map { $0[1] }).count == lists[0].count)
    #expect(lists[0].contains { $0[0] == "holder" } == (ending == "commit"))
    history.read(lists[0], after: history.begin(), from: "the last list")
    #expect(history.findings == [])
    for server in servers { #expect(try await server.stop() == .exited(0)) }
    return history.readCount
  }

  /// Posts to the first of two servers, and reads the second and then the first.
  private static func round(
    _ message: String, _ clients: [TestClient], _ history: ListHistory
  ) async throws {
    let posted = try await clients[0].answer(to: .text("two", message))
    #expect(posted.status == 200, "\(posted.text)")
    for (index, client) in [clients[1], clients[0]].enumerated() {
      let earlier = history.begin()
      let rows = try await client.rows()
      #expect(rows.count { $0[1] == message } == 1, "\(message) in the list")
      history.read(rows, after: earlier, from: index == 0 ? "the other server" : "the same server")
    }
  }
}

/// Whether a transaction that somebody else began has ended.
private final class HeldTransaction: Sendable {
  private let state: Lock<Bool>

  init(isOver: Bool) { state = Lock(isOver) }

  var isOver: Bool { state.withLock { $0 } }

  func end() { state.withLock { $0 = true } }
}

extension TestDatabase {
  /// Writes a row and keeps its transaction open for a while, before it is ended so.
  fileprivate func hold(
    _ transaction: HeldTransaction, _ ending: String?, seconds: Int
  ) async throws {
    defer { transaction.end() }
    guard let ending else { return }
    try await run(
      """
      begin;
      insert into chatts (id, username, message)
      values (gen_random_uuid(), 'holder', 'late, ended by \(ending)');
      select pg_sleep(\(seconds));
      \(ending)
      """)
  }

  /// Waits until the transaction of `hold` has written its row.
  fileprivate func awaitHolder() async throws {
    let sql = """
      select count(*) from pg_stat_activity
      where datname = current_database() and wait_event = 'PgSleep'
      """
    let end = ContinuousClock.now + .seconds(20)
    while try await run(sql) == "0" {
      guard ContinuousClock.now < end else { throw WireError(description: "nobody holds") }
    }
  }
}
