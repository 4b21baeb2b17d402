import Chatter
import Postgres
import System
import TestSupport
import Testing

@testable import ChatterStore

@Suite(.needs(.postgreSQL))
struct GroupCommitTests {
  static let loops = TimelineDatabase.loops

  /// A chatt, every third one with a clip.
  static func chatt(_ number: Int) throws -> NewChatt {
    NewChatt(
      username: "a", message: "\(number)",
      audio: number % 3 == 2 ? try TinyClip.clip() : nil)
  }

  /// Posts chatts concurrently, and returns their outcomes in the same order.
  static func post(_ chatts: [NewChatt], to timeline: PostgresTimeline) async -> [TimelineError?] {
    let bound = LoopBound(timeline, on: timeline.pool.loop)
    return await withTaskGroup(of: (Int, TimelineError?).self) { group in
      for (index, chatt) in chatts.enumerated() {
        group.addTask(executorPreference: bound.loop) {
          do throws(TimelineError) {
            try await bound.value.post(chatt)
            return (index, nil)
          } catch {
            return (index, error)
          }
        }
      }
      var errors = [TimelineError?](repeating: nil, count: chatts.count)
      for await (index, error) in group { errors[index] = error }
      return errors
    }
  }

  static let modes: [PostgresConfiguration.Statements] = [.named(countMax: 8), .unnamed]

  @Test(arguments: modes)
  func commitsPostsInFewTransactionsInOrder(mode: PostgresConfiguration.Statements) async throws {
    let database = try await TimelineDatabase()
    let chatts = try (0..<64).map(Self.chatt)
    try await database.withTimeline(statements: mode) { timeline in
      #expect(await Self.post(chatts, to: timeline).allSatisfy { $0 == nil })
      #expect(timeline.groupCommit.postCount == 0)
    }
    let found = try await database.run(
      """
      select count(*), count(distinct xmin::text) <= 4, bool_and(ordered), count(audio) from (
        select xmin, audio, message::int = row_number() over (order by sequence) - 1 as ordered
        from chatts) as rows
      """)
    #expect(found == "64|t|t|21")
  }

  @Test func sharesOneConnectionWithOtherCallers() async throws {
    let database = try await TimelineDatabase()
    try await database.withTimeline(poolLimits: PoolLimits(connectionsMax: 1)) { timeline in
      let lists = (0..<20).map { _ in
        timeline.pool.loop.start(timeline) { timeline async throws in
          try await timeline.chatts().count
        }
      }
      for round in 0..<10 {
        let chatts = try (0..<20).map { try Self.chatt(20 * round + $0) }
        #expect(await Self.post(chatts, to: timeline).allSatisfy { $0 == nil })
      }
      for list in lists { _ = try await list.value }
    }
    #expect(try await database.count() == 200)
  }

  @Test(arguments: [[7], [0, 31], [3, 4, 5]])
  func failsOnlyRowsThatTheDatabaseRefuses(bad: [Int]) async throws {
    let database = try await TimelineDatabase()
    let refused = TimelineError.refused("the chatt is too long for the database: shorten it")
    try await database.withTimeline { timeline in
      let chatts = try (0..<32).map { number in
        var chatt = try Self.chatt(number)
        if bad.contains(number) { chatt.username = String(repeating: "x", count: 256) }
        return chatt
      }
      let errors = await Self.post(chatts, to: timeline)
      #expect(errors == (0..<32).map { bad.contains($0) ? refused : nil })
    }
    #expect(try await database.count() == 32 - bad.count)
    let found = try await database.run(
      "select string_agg(message, ',' order by sequence) from chatts")
    let good = (0..<32).filter { !bad.contains($0) }.map(String.init).joined(separator: ",")
    #expect(found == good, "the others keep their order")
  }

  @Test(
    arguments: [
      [.beforeStatement], [.afterStatement], [.afterResponse], [.afterResponse, .afterResponse],
    ]
      as [[CuttingProxy.Cut]])
  func storesABatchOnceWhenItsConnectionIsCut(cuts: [CuttingProxy.Cut]) async throws {
    let database = try await TimelineDatabase()
    try await CuttingProxy.with(database.database.url, on: Self.loops[1]) { proxy, url in
      try await database.withTimeline(url: url, statements: .unnamed) { timeline in
        _ = try await timeline.chatts()
        for cut in cuts { proxy.cut(cut) }
        let chatts = try (0..<16).map(Self.chatt)
        #expect(await Self.post(chatts, to: timeline).allSatisfy { $0 == nil })
      }
      #expect(proxy.cutCount == cuts.count)
    }
    let found = try await database.run(
      "select count(*), count(distinct message), count(distinct id) from chatts")
    #expect(found == "16|16|16")
  }

  /// A post that waits in the database holds neither those of its batch nor later ones.
  @Test(arguments: [0, 1, 5])
  func storesPostsBesideOneThatTheDatabaseIsSlowWith(others: Int) async throws {
    let database = try await TimelineDatabase()
    try await database.run(
      """
      create table slow ();
      create function wait_if_slow() returns trigger language plpgsql as $$ begin
        if new.message = 'slow' then lock table slow in row exclusive mode; end if; return new;
      end $$;
      create trigger a_wait_if_slow before insert on chatts for each row
        execute function wait_if_slow()
      """)
    try await database.withTimeline { timeline in
      var limits = GroupCommit.Machine.Limits()
      (limits.statementTimeout, limits.asideAfter) = (.milliseconds(50), .milliseconds(50))
      limits.slowStatementTimeout = hangTimeout
      let commits = GroupCommit(
        timeline.pool, limits: limits, retryInterval: .milliseconds(10), observe: { _ in })
      func post(_ message: String) -> Task<PostedChatt, any Error> {
        timeline.pool.loop.start(commits) { commits async throws in
          try await commits.post(
            NewChatt(username: "a", message: message), id: PostgresTimeline.makeID(),
            until: .after(hangTimeout))
        }
      }
      let lock = try await OpenTransaction(on: database, "lock table slow in share mode")
      // All of them begin before the first one's lane does.
      let beside = (0..<others).map { post("beside \($0)") }
      let slow = post("slow")
      for one in beside { _ = try await one.value }
      for number in 0..<3 { _ = try await post("later \(number)").value }
      #expect(try await database.count() == others + 3)
      try await lock.end("rollback")
      _ = try await slow.value
    }
    #expect(try await database.count() == others + 4)
  }

  @Test func completesPostsBehindALockedTableAtTheirDeadline() async throws {
    let database = try await TimelineDatabase()
    let errors = try await database.withTimeline(postTimeout: .seconds(6)) { timeline in
      // The statement is prepared here: preparing it would also wait for the lock.
      try await timeline.post(try Self.chatt(0))
      let lock = try await OpenTransaction(on: database, OpenTransaction.lock)
      let chatt = try Self.chatt(0)
      let first = timeline.pool.loop.start(timeline) { await Self.post([chatt], to: $0) }
      try await database.waitForLockWaiters(1)
      let later = await Self.post(try (1..<5).map(Self.chatt), to: timeline)
      let errors = await first.value + later
      // A statement that is not cancelled yet would be executed when the lock is released.
      try await database.wait(
        until: """
          select count(*) = 0 from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'
          """)
      try await lock.end("rollback")
      return errors
    }
    #expect(errors[0] == .outcomeUnknown)
    let isTrue = errors.dropFirst().map { error in
      // On a busy machine the next connection may be late. Then nothing is stored.
      if case .unavailable = error { true } else { error == .outcomeUnknown || error == .timedOut }
    }
    #expect(isTrue.allSatisfy { $0 }, "\(errors)")
    #expect(try await database.count() == 1, "the server received a cancel request")
  }

  @Test func refusesPostsBeyondTheQueueLimit() async throws {
    let database = try await TimelineDatabase()
    try await database.withTimeline { timeline in
      var limits = GroupCommit.Machine.Limits()
      limits.postsMax = 3
      let commits = GroupCommit(
        timeline.pool, limits: limits, retryInterval: .milliseconds(10), observe: { _ in })
      let lock = try await OpenTransaction(on: database, OpenTransaction.lock)
      let posts = (0..<3).map { number in
        timeline.pool.loop.start(commits) { commits async throws in
          let chatt = NewChatt(username: "a", message: "\(number)")
          return try await commits.post(
            chatt, id: PostgresTimeline.makeID(), until: .after(hangTimeout))
        }
      }
      while commits.postCount < 3 { await Task.yield() }
      await #expect(throws: TimelineError.unavailable(retryAfter: .seconds(1))) {
        try await commits.post(
          NewChatt(username: "a", message: "one too many"), id: PostgresTimeline.makeID(),
          until: .after(hangTimeout))
      }
      try await lock.end("rollback")
      for post in posts { _ = try await post.value }
    }
    #expect(try await database.count() == 3)
  }
}
