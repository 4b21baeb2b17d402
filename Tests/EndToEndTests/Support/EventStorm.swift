import Foundation
import System
import TLS
import TestSupport
import Testing

/// Live updates of two servers on one database, with clients that are cut off and continue on the
/// other server.
struct EventStorm: Sendable {
  let readerCount: Int
  let posterCount: Int
  let postsEach: Int
  /// The number of transactions that are committed late, one after another.
  let lateCount: Int
  /// Every tenth chatt is deleted.
  private static let deletionInterval = 10

  /// What the posters did, and how many readers have begun.
  private struct Work {
    var readerCount = 0
    var posted: [[String]]
    var deleted: Set<String> = []
    var isDone = false
  }

  private final class Shared: Sendable {
    let state: Lock<Work>

    init(posterCount: Int) {
      state = Lock(Work(posted: Array(repeating: [], count: posterCount)))
    }
  }

  /// Checks that every reader gets every event once. Without LISTEN, the servers are behind a
  /// pooler.
  func run(hasListen: Bool) async throws {
    let database = try await TestDatabase()
    let pooler =
      hasListen ? nil : try await TransactionPooler(before: database, serversMax: 20)
    let home = pooler.map { ServerProcess.Home.through($0.url, database) } ?? .shared(database)
    let servers = [try await ServerProcess(home), try await ServerProcess(home)]
    let work = Shared(posterCount: posterCount)
    let (readers, last) = try await withThrowingTaskGroup(of: [EventReader.Event].self) { group in
      for number in 0..<readerCount {
        group.addTask { try await Self.read(servers, work, seed: UInt64(number)) }
      }
      // A stream without a position starts when it is opened.
      try await eventually { work.state.withLock { $0.readerCount } == readerCount }
      try await withThrowingDiscardingTaskGroup { posters in
        posters.addTask { try await holdTransactionsOpen(database, work) }
        for number in 0..<posterCount {
          posters.addTask { try await post(number, to: servers, work) }
        }
      }
      work.state.withLock { $0.isDone = true }
      // Its event wakes the readers, which may have read all others.
      let body = #"{"username":"over","message":"over"}"#
      let response = try await servers[0].response(to: .post("/v1/chatts", body))
      let last = try Self.value(of: "id", in: response.text)
      return (try await group.reduce(into: []) { $0.append($1) }, last)
    }
    let done = work.state.withLock { $0 }
    let all = Set(
      try await database.run("select id from chatts where id <> '\(last)'").split(separator: "\n")
        .map(String.init))
    #expect(done.deleted.count == posterCount * postsEach / Self.deletionInterval)
    for events in readers { Self.check(events.filter { $0.id != last }, done, all) }
    for server in servers { #expect(try await server.stop() == .exited(0)) }
  }

  private static func check(_ events: [EventReader.Event], _ work: Work, _ all: Set<String>) {
    #expect(Set(events).count == events.count, "an event came twice")
    #expect(!events.contains { $0.name == "reset" })
    let chatts = events.filter { $0.name == "chatt" }.map(\.id)
    let places = Dictionary(
      uniqueKeysWithValues: Set(chatts).map { ($0, chatts.firstIndex(of: $0)!) })
    // A chatt that was deleted while the client was away comes only as its deletion.
    #expect(all.isSubset(of: chatts), "a chatt is missing")
    #expect(Set(chatts).subtracting(all).isSubset(of: work.deleted))
    let deleted = events.filter { $0.name == "delete" }.map(\.id)
    #expect(Set(deleted) == work.deleted)
    for posted in work.posted {
      // Each was committed before the next one was sent.
      let order = posted.compactMap { places[$0] }
      #expect(order == order.sorted())
    }
    var isDeleted: Set<String> = []
    for event in events {
      if event.name == "delete" { isDeleted.insert(event.id) }
      #expect(event.name == "delete" || !isDeleted.contains(event.id))
    }
  }

  /// Reads as a client that is cut off at random moments.
  private static func read(
    _ servers: [ServerProcess], _ work: Shared, seed: UInt64
  ) async throws -> [EventReader.Event] {
    let loop = try EventLoop(name: "reader")
    defer { loop.stop() }
    return try await loop.run {
      var random = SeededGenerator(state: seed)
      let contexts = try servers.map { try TLSContext.client(trusting: $0.certificate) }
      let reader = EventReader(on: loop)
      var hasStarted = false
      while true {
        let index = Int.random(in: 0...1, using: &random)
        try await reader.connect(to: servers[index], contexts[index])
        if !hasStarted {
          hasStarted = true
          work.state.withLock { $0.readerCount += 1 }
        }
        for _ in 0..<Int.random(in: 1...60, using: &random) {
          if work.state.withLock({ $0.isDone && hasAll(reader.events, $0) }) {
            return reader.events
          }
          _ = try await reader.read()
        }
        reader.cut()
      }
    }
  }

  private static func hasAll(_ events: [EventReader.Event], _ work: Work) -> Bool {
    let names = Set(events)
    return work.deleted.allSatisfy { names.contains(EventReader.Event(name: "delete", id: $0)) }
      && work.posted.joined().allSatisfy {
        work.deleted.contains($0) || names.contains(EventReader.Event(name: "chatt", id: $0))
      }
  }

  /// Posts to both servers in turn, and deletes some of what it posted.
  private func post(
    _ number: Int, to servers: [ServerProcess], _ work: Shared
  ) async throws {
    try await TestClient.connected(to: servers) { clients in
      for count in 1...postsEach {
        let body = #"{"username":"u\#(number)","message":"\#(count)"}"#
        let response = try await clients[count % 2].response(to: .post("/v1/chatts", body))
        try #require(response.status == 201, "\(response.text)")
        let id = try Self.value(of: "id", in: response.text)
        work.state.withLock { $0.posted[number].append(id) }
        guard count % Self.deletionInterval == 0 else { continue }
        let token = try Self.value(of: "deleteToken", in: response.text)
        var deletion = WireRequest(method: "DELETE", target: "/v1/chatts/\(id)")
        deletion.fields.append("Authorization: Bearer \(token)")
        let status = try await clients[(count / Self.deletionInterval) % 2].response(to: deletion)
          .status
        try #require(status == 204)
        work.state.withLock { _ = $0.deleted.insert(id) }
      }
    }
  }

  private static func value(of name: String, in json: String) throws -> String {
    let start = try #require(json.firstRange(of: "\"\(name)\":\"")).upperBound
    return String(json[start...].prefix { $0 != "\"" })
  }

  /// Commits chatts late, beside all others, as a restore or a slow client would.
  private func holdTransactionsOpen(
    _ database: TestDatabase, _ work: Shared
  ) async throws {
    for _ in 0..<lateCount {
      let ids = try await database.run(
        """
        begin;
        insert into chatts (id, username, message, created_at)
          select gen_random_uuid(), 'slow', 'late', now() from generate_series(1, 5) returning id;
        do $$ begin perform pg_sleep(0.5); end $$;
        commit
        """)
      let posted = ids.split(separator: "\n").map(String.init).filter { $0.count == 36 }
      try #require(posted.count == 5, "\(ids)")
      work.state.withLock { $0.posted.append(posted) }
    }
  }

  /// The number of readers that are connected.
  private final class Started: Sendable {
    private let state = Lock(0)

    var count: Int { state.withLock { $0 } }

    func increase() { state.withLock { $0 += 1 } }
  }

  /// Kills one of two servers while posts are made, and checks that all its readers get every event
  /// once when they continue on the other server.
  static func kill(beside readerCount: Int) async throws {
    let database = try await TestDatabase()
    let options = ["--connections-per-address-max", "5000"]
    let servers = [
      try await ServerProcess(.shared(database), options: options),
      try await ServerProcess(.shared(database), options: options),
    ]
    let loop = try EventLoop(name: "readers")
    defer { loop.stop() }
    let contexts = try servers.map { try TLSContext.client(trusting: $0.certificate) }
    let started = Started()
    let counts = try await withThrowingTaskGroup(of: [String: Int].self) { group in
      for _ in 0..<readerCount {
        group.addTask(executorPreference: loop) {
          let reader = EventReader(on: loop)
          try await reader.connect(to: servers[0], contexts[0])
          started.increase()
          // Until the kill.
          while (try? await reader.read()) ?? false {}
          reader.cut()
          try await reader.connect(to: servers[1], contexts[1])
          while reader.events.count < 20, try await reader.read() {}
          reader.cut()
          return Dictionary(reader.events.map { ($0.id, 1) }, uniquingKeysWith: +)
        }
      }
      try await eventually { started.count == readerCount }
      for number in 0..<20 {
        if number == 10 { servers[0].program.send(SIGKILL) }
        let request = WireRequest.text("ann", "\(number)")
        let status = try await servers[number < 10 ? 0 : 1].response(to: request).status
        #expect(status == 200)
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    let ids = Set(
      try await database.run("select id from chatts").split(separator: "\n").map(String.init))
    #expect(ids.count == 20 && counts.count == readerCount)
    #expect(counts.allSatisfy { Set($0.keys) == ids && $0.values.allSatisfy { $0 == 1 } })
    #expect(try await servers[1].stop() == .exited(0))
  }
}
