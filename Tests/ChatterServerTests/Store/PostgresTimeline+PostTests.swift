import Chatter
import EventLoop
import Postgres
import TestSupport
import Testing

@testable import ChatterServer

@Suite(.needs(.postgreSQL))
struct PostgresTimelinePostTests {
  static let loops = TimelineDatabase.loops
  static let chatt = NewChatt(username: "a", message: "b")
  static let away = TimelineError.unavailable(retryAfter: .seconds(1))

  /// Posts one chatt through a proxy that cuts connections, and returns it.
  func post(
    through database: TimelineDatabase, cutting cuts: [CuttingProxy.Cut],
    limits: PostgresTimeline.Limits = PostgresTimeline.Limits(),
    meanwhile: @escaping @Sendable (CuttingProxy) async throws -> Void = { _ in }
  ) async throws -> PostedChatt {
    try await CuttingProxy.with(database.database.url, on: Self.loops[1]) { proxy, url in
      let posted = try await database.withTimeline(
        url: url, statements: .unnamed, limits: limits
      ) { timeline in
        // A first statement opens a connection.
        _ = try await timeline.chatts()
        for cut in cuts { proxy.cut(cut) }
        async let other: Void = meanwhile(proxy)
        let result = await Self.result { try await timeline.post(Self.chatt) }
        try await other
        return try result.get()
      }
      #expect(proxy.cutCount == cuts.count)
      return posted
    }
  }

  /// Expects that one chatt is stored, with the id and the time that its post returned.
  static func expectOnly(_ posted: PostedChatt, in database: TimelineDatabase) async throws {
    let stored = try await database.run(
      "select id, (extract(epoch from created_at) * 1000000)::int8 from chatts")
    #expect(stored == "\(posted.id)|\(posted.createdAt.microsecondsSince1970)")
  }

  static func result<Value>(
    _ body: () async throws -> Value
  ) async -> Result<Value, any Error> {
    do { return .success(try await body()) } catch { return .failure(error) }
  }

  @Test(
    arguments: [
      [.beforeStatement], [.afterStatement], [.afterResponse], [.afterResponse, .afterResponse],
      [.afterStatement, .afterResponse, .beforeStatement],
    ] as [[CuttingProxy.Cut]])
  func storesAPostOnceWhenItsConnectionIsCut(cuts: [CuttingProxy.Cut]) async throws {
    let database = try await TimelineDatabase()
    let posted = try await post(through: database, cutting: cuts)
    try await Self.expectOnly(posted, in: database)
  }

  @Test func waitsForAnEarlierAttemptInProgress() async throws {
    let database = try await TimelineDatabase()
    let lock = try await TableLock(on: database)
    let posted = try await post(through: database, cutting: [.afterStatement]) { _ in
      // The first attempt, whose connection is lost, and the second one.
      try await database.waitForLockWaiters(2)
      try await lock.release()
    }
    try await Self.expectOnly(posted, in: database)
  }

  @Test func reportsAnUnknownOutcomeAtTheDeadline() async throws {
    let database = try await TimelineDatabase()
    var limits = PostgresTimeline.Limits()
    limits.postTimeout = .seconds(1)
    await #expect(throws: TimelineError.outcomeUnknown) {
      try await CuttingProxy.with(database.database.url, on: Self.loops[1]) { proxy, url in
        try await database.withTimeline(url: url, statements: .unnamed, limits: limits) {
          timeline in
          _ = try await timeline.chatts()
          proxy.cut(.afterResponse)
          proxy.refuse(true)
          try await timeline.post(Self.chatt)
        }
      }
    }
    #expect(try await database.count() == 1, "it was stored, although the result was lost")
  }

  @Test func replacesConnectionsThatTheServerTerminated() async throws {
    let database = try await TimelineDatabase()
    try await database.withTimeline { timeline in
      for number in 1...3 {
        try await timeline.post(Self.chatt)
        try await database.run(
          """
          select pg_terminate_backend(pid, 5000) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid()
          """)
        #expect(try await timeline.chatts().count == number)
      }
    }
  }

  @Test func storesAPostOnceWhenItsSessionIsTerminated() async throws {
    let database = try await TimelineDatabase()
    try await database.withTimeline { timeline in
      // The statement is prepared here: preparing it would also wait for the lock.
      try await timeline.post(Self.chatt)
      let lock = try await TableLock(on: database)
      async let meanwhile: Void = {
        try await database.waitForLockWaiters(1)
        try await database.run(
          """
          select pg_terminate_backend(pid, 5000) from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'
          """)
        try await database.waitForLockWaiters(1)
        try await lock.release()
      }()
      try await timeline.post(Self.chatt)
      try await meanwhile
    }
    #expect(try await database.count() == 2)
  }

  @Test(arguments: ["statement", "lock"])
  func storesNothingWhenTheServerCancelsTheStatement(kind: String) async throws {
    let database = try await TimelineDatabase()
    let name = database.database.name
    let lock = try await TableLock(on: database)
    try await database.run("alter database \(name) set \(kind)_timeout = '100ms'")
    try await database.withTimeline { timeline in
      await #expect(throws: kind == "lock" ? Self.away : .tooSlow) {
        try await timeline.post(Self.chatt)
      }
    }
    try await database.run("alter database \(name) reset \(kind)_timeout")
    try await lock.release()
    #expect(try await database.count() == 0)
  }

  @Test func refusesPostsOnAStandbyUntilItIsPromoted() async throws {
    let database = try await TimelineDatabase()
    let name = database.database.name
    try await database.run("alter database \(name) set default_transaction_read_only = on")
    try await database.withTimeline { timeline in
      await #expect(throws: Self.away) { try await timeline.post(Self.chatt) }
      #expect(try await timeline.chatts().isEmpty, "reading still works")
      try await database.run(
        "begin read write; alter database \(name) reset default_transaction_read_only; commit")
      // The pool may still use a connection that was opened before.
      await #expect(throws: Self.away) { try await timeline.post(Self.chatt) }
      try await timeline.post(Self.chatt)
    }
    #expect(try await database.count() == 1)
  }

  /// Creates a trigger that fails the first inserts with an SQLSTATE, and accepts later ones.
  static func failing(_ state: String, times: Int) -> String {
    """
    create sequence attempts;
    create function fail() returns trigger language plpgsql as $$ begin
      if nextval('attempts') <= \(times) then raise 'on purpose' using errcode = '\(state)'; end if;
      return new;
    end $$;
    create trigger fail before insert on chatts for each row execute function fail();
    """
  }

  @Test(arguments: ["40001", "40P01"])
  func retriesConflictsAtOnce(state: String) async throws {
    let database = try await TimelineDatabase()
    try await database.run(Self.failing(state, times: 3))
    let record = ErrorRecord()
    try await database.withTimeline(observe: record.append) {
      try await $0.post(Self.chatt)
    }
    #expect(record.all.map(\.sqlState?.rawValue) == [state, state, state])
    #expect(try await database.count() == 1)
  }

  @Test func givesUpOnEndlessConflictsAtTheDeadline() async throws {
    let database = try await TimelineDatabase()
    try await database.run(Self.failing("40001", times: 1_000_000))
    var limits = PostgresTimeline.Limits()
    limits.postTimeout = .seconds(3)
    // The deadline passes during the pause, when it is certain that nothing was stored.
    limits.retryInterval = .seconds(10)
    try await database.withTimeline(limits: limits) { timeline in
      await #expect(throws: Self.away) { try await timeline.post(Self.chatt) }
    }
    #expect(try await database.count() == 0)
  }

  @Test(arguments: ["57P01", "57P03", "53100", "25006", "08006", "40001"])
  func retriesAnUncertainPostUntilTheServerAcceptsIt(state: String) async throws {
    let database = try await TimelineDatabase()
    try await database.run(Self.failing(state, times: 2))
    let posted = try await post(through: database, cutting: [.beforeStatement])
    try await Self.expectOnly(posted, in: database)
  }

  @Test(
    arguments: [
      ("23514", .refused("the chatt is too long for the database: shorten it")),
      ("42501", .outcomeUnknown), ("XX000", .outcomeUnknown),
    ] as [(String, TimelineError)])
  func refusesUncertainPostsOnlyWhenCertain(state: String, error: TimelineError) async throws {
    let database = try await TimelineDatabase()
    try await database.run(Self.failing(state, times: 100))
    await #expect(throws: error) {
      _ = try await post(through: database, cutting: [.beforeStatement])
    }
  }

  @Test func reportsPermanentErrorsAtOnceWithoutTheirMessage() async throws {
    let database = try await TimelineDatabase()
    try await database.run(Self.failing("XX000", times: 1))
    try await database.withTimeline { timeline in
      await #expect {
        try await timeline.post(Self.chatt)
      } throws: { error in
        guard case .malformedResponse(let text)? = error as? TimelineError else { return false }
        return text.contains("XX000") && !text.contains("on purpose")
      }
      try await timeline.post(Self.chatt)
    }
  }

  @Test func storesAPostWhoseSenderLeavesAfterItBegan() async throws {
    let database = try await TimelineDatabase()
    try await database.withTimeline { timeline in
      let lock = try await TableLock(on: database)
      let posts = (0..<2).map { _ in
        timeline.pool.loop.start(timeline) { timeline async throws in
          try await timeline.post(Self.chatt)
        }
      }
      try await database.waitForLockWaiters(1)
      for post in posts { post.cancel() }

      let late = timeline.pool.loop.start(timeline) { timeline async throws in
        unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
        try await timeline.post(Self.chatt)
      }
      await #expect(throws: TimelineError.cancelled) { try await late.value }
      try await lock.release()
      for post in posts { _ = try await post.value }
    }
    #expect(try await database.count() == 2)
  }

  @Test func skipsSequenceNumbersInsertedByHand() async throws {
    let database = try await TimelineDatabase()
    try await database.run(
      """
      insert into chatts (id, username, message, sequence)
      select gen_random_uuid(), 'a', 'by hand', n from generate_series(1, 3) n
      """)
    try await database.withTimeline { timeline in
      try await timeline.post(Self.chatt)
      try await database.run(
        """
        insert into chatts (id, username, message, sequence)
        select gen_random_uuid(), 'a', 'by hand', max(sequence) + 1 from chatts
        """)
      try await timeline.post(Self.chatt, once: PostKey(fieldValue: "k", call: .postChatt))
    }
    #expect(try await database.count() == 6)
  }

  @Test func isUnavailableAfterItsPoolIsClosed() async throws {
    try await TimelineDatabase.shared().withTimeline { timeline in
      await timeline.pool.close(until: .now)
      await #expect(throws: Self.away) { try await timeline.chatts() }
      await #expect(throws: Self.away) { try await timeline.post(Self.chatt) }
    }
  }
}
