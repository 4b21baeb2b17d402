import EventLoop
import TLS
import TestSupport
import Testing

@Suite(
  "Torture: two servers on one database (needs PostgreSQL and a socket)", .needs(.postgreSQL))
struct TwoServersTests {
  static let roundCount = Torture.count(200, full: 5000)
  /// The number of rounds on one timeline, which keeps reading it fast.
  static let roundsPerTimeline = 500
  /// The number of concurrent clients.
  static let clientCount = 4
  /// The time for which another session holds a transaction open that has written a row.
  static let holdSeconds = Torture.count(2, full: 8)
  /// A small cache for getaudio, so that it is fetched while it is sent.
  static let options = ["--list-memory-max", "20KiB"]

  @Test(arguments: DatabaseWay.allCases)
  func showsEachPostAtOnceOnTheOtherServer(way: DatabaseWay) async throws {
    try await run(rounds: Self.roundCount, of: "two", way)
  }

  @Test(arguments: DatabaseWay.allCases, ["commit", "rollback"])
  func showsEachPostBesideAnOpenTransaction(way: DatabaseWay, ending: String) async throws {
    try await run(
      rounds: Torture.count(60, full: 5000), of: "held \(ending)", way, holding: ending)
  }

  /// Runs the rounds, on as many timelines as necessary.
  private func run(
    rounds: Int, of name: String, _ way: DatabaseWay, holding ending: String? = nil
  ) async throws {
    let began = ContinuousClock.now
    var (done, lists) = (0, 0)
    while done < rounds {
      let count = min(Self.roundsPerTimeline, rounds - done)
      lists += try await run(rounds: count, name: "\(name) \(done)", way, holding: ending)
      done += count
    }
    let held = ending.map {
      ", each beside a transaction held \(Self.holdSeconds) s and ended by \($0)"
    }
    Torture.report(
      "two servers, \(way.rawValue)\(held ?? ""): \(done) rounds, \(lists) lists read, "
        + "in \(ContinuousClock.now - began)")
  }

  /// Runs clients that post to one server and read the other; returns the number of lists read.
  private func run(
    rounds: Int, name: String, _ way: DatabaseWay, holding ending: String? = nil
  ) async throws -> Int {
    let database = try await TestDatabase()
    let history = ListHistory()
    try await way.reach(database) { url in
      // Concurrently, so that both migrate the empty database.
      async let first = ServerProcess(.through(url, database), options: Self.options)
      let second = try await ServerProcess(.through(url, database), options: Self.options)
      try await run(
        rounds: rounds, name: name, [try await first, second], database, history, holding: ending)
    }
    return history.readCount
  }

  private func run(
    rounds: Int, name: String, _ servers: [ServerProcess], _ database: TestDatabase,
    _ history: ListHistory, holding ending: String?
  ) async throws {
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
            // Continues until the transaction has ended, so that the late row is in the lists, too.
            while round < rounds / Self.clientCount || !transaction.isOver {
              round += 1
              let order = Bool.random(using: &chance) ? clients : clients.reversed()
              let request = try Self.request("\(name)-\(number)-\(round)", round)
              try await Self.round(request, order, history)
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
    #expect(Set(lists[0].map { $0[0] }).count == lists[0].count)
    #expect(lists[0].contains { $0[0] == "holder" } == (ending == "commit"))
    history.read(lists[0], after: history.begin(), from: "the last list")
    #expect(history.findings == [])
    for server in servers {
      // The memory of the machine is no concern of this test.
      let complaints = server.program.errors.split(separator: "\n").filter {
        ($0.contains(" error ") || $0.contains(" warning "))
          && !$0.contains("fault name=memory-limit-low")
      }
      #expect(complaints == [])
      #expect(try await server.stop() == .exited(0))
    }
  }

  /// Returns the post of a round: a text, a text with a key, or a clip.
  private static func request(
    _ name: String, _ round: Int
  ) throws -> (name: String, wire: WireRequest) {
    switch round % 3 {
    case 0: (name, .text(name))
    case 1: (name, WireRequest.text(name).with(fields: "Idempotency-Key: \"\(name)\""))
    default: (name, .clip(name, try Clips.clip(with: Array(name.utf8))))
    }
  }

  /// Posts to the first of two servers, and reads the second and then the first. A post with a key
  /// is sent to the second server, too.
  private static func round(
    _ request: (name: String, wire: WireRequest), _ clients: [TestClient], _ history: ListHistory
  ) async throws {
    let hasKey = request.wire.fields.contains { $0.hasPrefix("Idempotency-Key") }
    for client in hasKey ? clients : [clients[0]] {
      let posted = try await client.response(to: request.wire)
      #expect(posted.status == 200, "\(posted.text)")
    }
    for (index, client) in [clients[1], clients[0]].enumerated() {
      let earlier = history.begin()
      let rows = try await client.rows()
      #expect(rows.count { $0[0] == request.name } == 1, "\(request.name) in the list")
      history.read(rows, after: earlier, from: index == 0 ? "the other server" : "the same server")
    }
  }
}

/// Whether the transaction of another session has ended.
private final class HeldTransaction: Sendable {
  private let state: Lock<Bool>

  init(isOver: Bool) { state = Lock(isOver) }

  var isOver: Bool { state.withLock { $0 } }

  func end() { state.withLock { $0 = true } }
}

extension TestDatabase {
  /// Writes a row and holds its transaction open for a while before ending it.
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
      guard ContinuousClock.now < end else {
        throw WireError(description: "no transaction is held")
      }
    }
  }
}
