import Chatter
import Postgres
import System
import TestSupport
import Testing

@testable import ChatterServer
@testable import ChatterStore

@Suite(.needs(.postgreSQL))
struct RetentionTests {
  /// The bytes that each chatt of these tests counts.
  static let chattBytes = 10_000 + RetentionLimits.rowBytes

  static func chatt(_ number: Int) -> NewChatt {
    let name = "user\(1000 + number)"
    return NewChatt(
      username: name, message: String(repeating: "m", count: 10_000 - name.utf8.count))
  }

  static func retention(
    bytesMax: Int? = nil, whenFull: RetentionLimits.WhenFull = .deleteOldest,
    ageMax: Duration? = nil, rowsMax: Int = 8, notesLifetime: Duration = .seconds(3600),
    _ events: RetentionRecord = RetentionRecord()
  ) -> Retention {
    var limits = RetentionLimits()
    (limits.bytesMax, limits.whenFull, limits.ageMax) = (bytesMax, whenFull, ageMax)
    let machine = RetentionMachine(limits: limits, searchInterval: .milliseconds(10), now: .now)
    return Retention(
      machine, batch: Retention.BatchLimits(rowsMax: rowsMax, bytesMax: 1 << 20, notesMax: 7),
      notesLifetime: notesLifetime, report: { events.append($0) },
      observe: { Issue.record("\($0)") })
  }

  /// Posts as the service does.
  static func post(_ chatt: NewChatt, to server: ListServer, _ retention: Retention) async throws {
    var policy = StoragePolicy()
    policy.retention = retention
    try await policy.store(chatt) { () async throws(TimelineError) in
      try await server.timeline.post(chatt)
    }
  }

  /// The usernames that getchatts shows.
  static func names(in server: ListServer) async throws -> [String] {
    try ChattList(body: Array(try await server.list().text.utf8)[...]).chatts.map {
      $0.username ?? "-"
    }
  }

  static let stored = """
    select coalesce(sum(150 + octet_length(username) + octet_length(message)), 0) from chatts
    """

  @Test func deletesTheOldestChattsFromAllServersAtTheSizeLimit() async throws {
    let database = try await TimelineDatabase()
    try await database.withTwoServers { first, second in
      let bytesMax = 64 * Self.chattBytes
      let retention = Self.retention(bytesMax: bytesMax)
      try await first.loop.run {
        retention.start(on: first.timeline.pool)
        for number in 0..<100 {
          try await Self.post(Self.chatt(number), to: first, retention)
          if number == 50 { _ = try await second.list() }
        }
      }
      try await database.wait(until: "select (\(Self.stored)) <= \(bytesMax)")
      for server in [first, second] {
        let names = try await Self.names(in: server)
        #expect((63...64).contains(names.count), "no more than needed")
        #expect(names == (0..<names.count).map { "user\(1099 - $0)" }, "the newest chatts remain")
      }
      retention.stop()
    }
  }

  @Test func deletesNoMoreWithSeveralServers() async throws {
    let database = try await TimelineDatabase()
    try await database.withTwoServers { first, second in
      for number in 0..<100 { try await first.post(Self.chatt(number)) }
      let bytesMax = 64 * Self.chattBytes
      let retentions = [first, second].map { _ in
        Self.retention(bytesMax: bytesMax, rowsMax: 1)
      }
      for (server, retention) in zip([first, second], retentions) {
        try await server.loop.run { retention.start(on: server.timeline.pool) }
      }
      try await database.wait(until: "select (\(Self.stored)) <= \(bytesMax)")
      for retention in retentions { retention.stop() }
      #expect(try await database.count() ?? 0 >= 62)
    }
  }

  @Test func deletesExpiredChattsWithoutRequests() async throws {
    let database = try await TimelineDatabase()
    let events = RetentionRecord()
    try await database.withServer { server in
      for number in 0..<30 { try await server.post(Self.chatt(number)) }
      try await database.run(
        """
        update chatts set created_at = clock_timestamp() - interval '61 minutes'
        where sequence <= (select min(sequence) + 19 from chatts);
        update chatts set created_at = clock_timestamp() - interval '60 minutes' + interval '1 second'
        where sequence = (select min(sequence) + 20 from chatts)
        """)
      let retention = Self.retention(ageMax: .seconds(3600), events)
      retention.start(on: server.timeline.pool)
      try await database.wait(until: "select count(*) = 9 from chatts")
      #expect(
        try await Self.names(in: server) == (21..<30).reversed().map { "user\(1000 + $0)" })
      _ = try await server.both()
      retention.stop()
    }
    let expired = events.all.reduce(0) { sum, event in
      if case .deleted(let expired, _) = event { sum + expired } else { sum }
    }
    #expect(expired == 21)
  }

  @Test func refusesPostsAtTheLimitUntilChattsAreDeleted() async throws {
    let database = try await TimelineDatabase()
    let events = RetentionRecord()
    try await database.withServer { server in
      for number in 0..<12 { _ = try await server.post(Self.chatt(number)) }
      let retention = Self.retention(bytesMax: 10 * Self.chattBytes, whenFull: .refuse, events)
      retention.start(on: server.timeline.pool)
      // Before the first measurement posts are accepted.
      let count = try await Self.post(to: server, retention, until: Retention.error)
      #expect(retention.isRefusing)
      #expect(try await database.count() == 12 + count)
      try await database.run("delete from chatts where username <> 'user1003'")
      #expect(try await Self.post(to: server, retention, until: nil) == 1)
      #expect(try await database.count() == 2)
      retention.stop()
    }
    #expect(events.all == [.startedRefusing, .stoppedRefusing], "once each")
  }

  /// Posts until a post ends with an error, or with none; returns how many were stored.
  private static func post(
    to server: ListServer, _ retention: Retention, until expected: TimelineError?
  ) async throws -> Int {
    var count = 0
    // A refused post does not wait: the loop runs the measurement meanwhile.
    try await eventually {
      var outcome: TimelineError?
      do {
        try await post(NewChatt(username: "u", message: "m"), to: server, retention)
        count += 1
      } catch let error as TimelineError {
        outcome = error
      }
      return outcome == expected
    }
    return count
  }

  @Test func reportsNothingWhenNoLimitIsReached() async throws {
    let database = try await TimelineDatabase()
    let events = RetentionRecord()
    try await database.withServer { server in
      try await server.post(Self.chatt(0))
      let retention = Self.retention(
        bytesMax: 1 << 30, ageMax: .seconds(3600), notesLifetime: .zero, events)
      retention.start(on: server.timeline.pool)
      // The first run queries the horizon of removals last.
      try await database.wait(
        until: """
          select exists (select from pg_stat_activity where datname = current_database()
            and query like 'select pg_snapshot_xmin%')
          """)
      #expect(try await database.count() == 1)
      retention.stop()
    }
    #expect(events.all.isEmpty)
  }
}

/// The events that a retention has reported, in order.
final class RetentionRecord: Sendable {
  private let events = Lock<[Retention.Event]>([])

  func append(_ event: Retention.Event) { events.withLock { $0.append(event) } }

  var all: [Retention.Event] { events.withLock { $0 } }
}
