import Chatter
import Postgres
import System
import TestSupport
import Testing

@testable import ChatterStore

@Suite(.needs(.postgreSQL))
struct PostgresTimelinePostTests {
  private let database: TimelineDatabase

  init() async throws {
    database = try await TimelineDatabase()
  }

  static let loops = TimelineDatabase.loops
  static let chatt = NewChatt(username: "a", message: "b")
  static let away = TimelineError.unavailable(retryAfter: .seconds(1))

  /// Posts one chatt through a proxy that cuts connections, and returns it.
  func post(
    through database: TimelineDatabase, cutting cuts: [CuttingProxy.Cut],
    meanwhile: @escaping @Sendable (CuttingProxy) async throws -> Void = { _ in }
  ) async throws -> PostedChatt {
    try await CuttingProxy.with(database.database.url, on: Self.loops[1]) { proxy, url in
      let posted = try await database.withTimeline(
        url: url, statements: .unnamed
      ) { timeline in
        // A first statement opens a connection.
        _ = try await timeline.chatts()
        for cut in cuts { proxy.cut(cut) }
        async let other: Void = meanwhile(proxy)
        let outcome = await result { try await timeline.post(Self.chatt) }
        try await other
        return try outcome.get()
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

  @Test(
    arguments: [
      [.beforeStatement], [.afterStatement], [.afterResponse], [.afterResponse, .afterResponse],
      [.afterStatement, .afterResponse, .beforeStatement],
    ] as [[CuttingProxy.Cut]])
  func storesAPostOnceWhenItsConnectionIsCut(cuts: [CuttingProxy.Cut]) async throws {
    let posted = try await post(through: database, cutting: cuts)
    try await Self.expectOnly(posted, in: database)
  }

  @Test func waitsForAnEarlierAttemptInProgress() async throws {
    let lock = try await OpenTransaction(on: database, OpenTransaction.lock)
    let posted = try await post(through: database, cutting: [.afterStatement]) { _ in
      // The first attempt, whose connection is lost, and the second one.
      try await database.waitForLockWaiters(2)
      try await lock.end("rollback")
    }
    try await Self.expectOnly(posted, in: database)
  }

  @Test func reportsAnUnknownOutcomeAtTheDeadline() async throws {
    await #expect(throws: TimelineError.outcomeUnknown) {
      try await CuttingProxy.with(database.database.url, on: Self.loops[1]) { proxy, url in
        try await database.withTimeline(url: url, statements: .unnamed, postTimeout: .seconds(1)) {
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

  @Test func storesAPostOnceWhenItsSessionIsTerminated() async throws {
    try await database.withTimeline { timeline in
      // The statement is prepared here: preparing it would also wait for the lock.
      try await timeline.post(Self.chatt)
      let lock = try await OpenTransaction(on: database, OpenTransaction.lock)
      async let meanwhile: Void = {
        try await database.waitForLockWaiters(1)
        try await database.run(
          """
          select pg_terminate_backend(pid, 5000) from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'
          """)
        try await database.waitForLockWaiters(1)
        try await lock.end("rollback")
      }()
      try await timeline.post(Self.chatt)
      try await meanwhile
    }
    #expect(try await database.count() == 2)
  }

  @Test(arguments: ["statement", "lock"])
  func storesNothingWhenTheServerCancelsTheStatement(kind: String) async throws {
    let name = database.database.name
    let lock = try await OpenTransaction(on: database, OpenTransaction.lock)
    try await database.run("alter database \(name) set \(kind)_timeout = '100ms'")
    try await database.withTimeline { timeline in
      await #expect(throws: kind == "lock" ? Self.away : .tooSlow) {
        try await timeline.post(Self.chatt)
      }
    }
    try await database.run("alter database \(name) reset \(kind)_timeout")
    try await lock.end("rollback")
    #expect(try await database.count() == 0)
  }

  @Test func refusesPostsOnAStandbyUntilItIsPromoted() async throws {
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
    try await database.run(Self.failing(state, times: 3))
    let record = ErrorRecord()
    try await database.withTimeline(observe: record.append) {
      try await $0.post(Self.chatt)
    }
    #expect(record.all.map(\.sqlState?.rawValue) == [state, state, state])
    #expect(try await database.count() == 1)
  }

  @Test(
    arguments: [
      ("23514", .refused("the chatt is too long for the database: shorten it")),
      ("42501", .outcomeUnknown), ("XX000", .outcomeUnknown),
    ] as [(String, TimelineError)])
  func refusesUncertainPostsOnlyWhenCertain(state: String, error: TimelineError) async throws {
    try await database.run(Self.failing(state, times: 100))
    await #expect(throws: error) {
      _ = try await post(through: database, cutting: [.beforeStatement])
    }
  }

  @Test func storesAPostWhoseSenderLeavesAfterItBegan() async throws {
    try await database.withTimeline { timeline in
      let lock = try await OpenTransaction(on: database, OpenTransaction.lock)
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
      try await lock.end("rollback")
      for post in posts { _ = try await post.value }
    }
    #expect(try await database.count() == 2)
  }

  @Test func skipsSequenceNumbersInsertedByHand() async throws {
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
}
