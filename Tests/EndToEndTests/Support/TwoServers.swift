import System
import TestSupport
import Testing

/// Clients that post to one of two servers on one database and read the other.
struct TwoServers: Sendable {
  /// The number of concurrent clients.
  static let clientCount = 4
  /// A small cache for getaudio, so that it is fetched while it is sent.
  static let options = ["--list-memory-max", "20KiB"]

  /// The prefix of every username.
  let name: String
  /// The least number of rounds, of all clients together.
  let rounds: Int
  /// The statement that ends the transaction of another session, which is open meanwhile and has
  /// written a row; nil without one.
  let ending: String?
  /// Returns the random numbers of a client.
  let chance: @Sendable (Int) -> SeededGenerator

  /// Runs the clients, checks every list, and returns the number of lists read.
  ///
  /// - Parameter beforeEnding: Called before the open transaction is ended, with a function that
  ///   returns the number of rounds so far.
  func run(
    _ way: DatabaseWay, beforeEnding: @escaping @Sendable (() -> Int) async throws -> Void
  ) async throws -> Int {
    let database = try await TestDatabase()
    let history = ListHistory()
    try await way.reach(database) { url, haveTried in
      // Concurrently, so that both migrate the empty database.
      async let first = ServerProcess(.through(url, database), options: Self.options)
      let second = try await ServerProcess(.through(url, database), options: Self.options)
      let servers = [try await first, second]
      try await haveTried()
      try await run(servers, database, history, beforeEnding)
    }
    return history.readCount
  }

  private func run(
    _ servers: [ServerProcess], _ database: TestDatabase, _ history: ListHistory,
    _ beforeEnding: @escaping @Sendable (() -> Int) async throws -> Void
  ) async throws {
    let transaction = HeldTransaction(isOver: ending == nil)
    async let held: Void = database.hold(transaction, ending)
    if ending != nil { try await database.awaitHolder() }
    try await withThrowingDiscardingTaskGroup { group in
      for number in 0..<Self.clientCount {
        group.addTask {
          try await TestClient.connected(to: servers) { clients in
            var chance = chance(number)
            var round = 0
            // Continues until the transaction has ended, so that the late row is in the lists, too.
            while round < rounds / Self.clientCount || !transaction.isOver {
              round += 1
              let order = Bool.random(using: &chance) ? clients : clients.reversed()
              let request = try Self.request("\(name)-\(number)-\(round)", round)
              try await Self.round(request, order, history)
              transaction.addRound()
            }
          }
        }
      }
      guard ending != nil else { return }
      try await beforeEnding { transaction.roundCount }
      #expect(try await servers[0].response(to: .text("release")).status == 200)
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

/// Whether the transaction of another session has ended, and the number of rounds so far.
private final class HeldTransaction: Sendable {
  private let state: Lock<(isOver: Bool, roundCount: Int)>

  init(isOver: Bool) { state = Lock((isOver, 0)) }

  var isOver: Bool { state.withLock { $0.isOver } }
  var roundCount: Int { state.withLock { $0.roundCount } }

  func end() { state.withLock { $0.isOver = true } }
  func addRound() { state.withLock { $0.roundCount += 1 } }
}

extension TestDatabase {
  /// Writes a row, and ends its transaction when there is a chatt of `release`.
  fileprivate func hold(_ transaction: HeldTransaction, _ ending: String?) async throws {
    defer { transaction.end() }
    guard let ending else { return }
    try await run(
      """
      begin;
      insert into chatts (id, username, message)
      values (gen_random_uuid(), 'holder', 'late, ended by \(ending)');
      do $$ begin
        while not exists (select from chatts where username = 'release') loop
          perform pg_sleep(0.01);
        end loop;
      end $$;
      \(ending)
      """)
  }

  /// Waits until the transaction of `hold` has written its row.
  fileprivate func awaitHolder() async throws {
    let sql = """
      select count(*) from pg_stat_activity
      where datname = current_database() and wait_event = 'PgSleep'
      """
    try await eventually { try await run(sql) != "0" }
  }
}
