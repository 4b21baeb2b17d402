import Crypto
import Postgres
import System
import TestSupport
import Testing

@testable import Chatter
@testable import ChatterStore

@Suite(.needs(.postgreSQL))
struct PostgresTimelineKeysTests {
  private let database: TimelineDatabase
  private let key: PostKey

  init() async throws {
    database = try await TimelineDatabase()
    key = try Self.key()
  }

  static let loops = TimelineDatabase.loops
  static let chatt = NewChatt(username: "a", message: "b")

  static func key(_ text: String = "k", _ call: Call = .postChatt) throws -> PostKey {
    try PostKey(fieldValue: text, call: call)
  }

  @Test func returnsTheFirstResultForARepeatOnAnyServer() async throws {
    var posted: [PostedChatt] = []
    for loop in Self.loops {
      for _ in 0..<2 {
        posted.append(
          try await database.withTimeline(on: loop) { try await $0.post(Self.chatt, once: key) })
      }
    }
    #expect(posted.allSatisfy { $0 == posted[0] })
    #expect(try await database.run("select id from chatts") == posted[0].id.description)
  }

  @Test func refusesAKeyOfAnotherPost() async throws {
    let clip = try TinyClip.clip()
    let longer = try TinyClip.longerClip()
    let chatts = [
      NewChatt(username: "a", message: nil, audio: clip),
      NewChatt(username: "a", message: "", audio: clip), NewChatt(username: "a", message: ""),
      NewChatt(username: "a", message: "b"), NewChatt(username: "ab", message: ""),
      NewChatt(username: "a", message: "", audio: longer),
    ]
    try await database.withTimeline { timeline in
      for (number, chatt) in chatts.enumerated() {
        let key = try Self.key("\(number)")
        try await timeline.post(chatt, once: key)
        try await timeline.post(chatt, once: key)
        for other in chatts where other != chatt {
          await #expect(throws: TimelineError.keyIsOfAnotherPost) {
            try await timeline.post(other, once: key)
          }
        }
        try await timeline.post(chatt, once: Self.key("\(number)", .postAudio))
      }
    }
    #expect(try await database.count() == 2 * chatts.count)
  }

  @Test func identifiesAClipByItsDigest() async throws {
    let clip = try TinyClip.clip()
    let plain = NewChatt(username: "a", message: nil, audio: clip)
    var digested = plain
    digested.audioSHA256 = SHA256.digest(of: clip.bytes)
    var other = plain
    other.audioSHA256 = SHA256.digest(of: [1])
    let (first, repeated, third) = (plain, digested, other)
    try await database.withTimeline { timeline in
      let key = try Self.key("digest", .postAudio)
      let id = try await timeline.post(first, once: key)
      let again = try await timeline.post(repeated, once: key)
      #expect(again == id)
      await #expect(throws: TimelineError.keyIsOfAnotherPost) {
        try await timeline.post(third, once: key)
      }
    }
    #expect(try await database.count() == 1)
  }

  @Test func waitsForTheSameKeyOnAnotherServer() async throws {
    let lock = try await OpenTransaction(on: database, OpenTransaction.lock)
    let posts = Self.loops.map { loop in
      Task {
        try await database.withTimeline(on: loop) { try await $0.post(Self.chatt, once: key) }
      }
    }
    // One waits for the table, and the other waits for the first.
    try await database.waitForLockWaiters(2)
    try await lock.end("rollback")
    let ids = try await [posts[0].value, posts[1].value]
    #expect(ids[0] == ids[1])
    #expect(try await database.count() == 1)
  }

  @Test func storesOneChattPerKeyForConcurrentPosts() async throws {
    try await database.withTimeline { timeline in
      let posts = try (0..<60).map { number in
        let key = try Self.key("\(number % 7)")
        return timeline.pool.loop.start(timeline) { timeline async throws in
          try await timeline.post(Self.chatt, once: key)
        }
      }
      for post in posts { _ = try await post.value }
    }
    #expect(try await database.count() == 7)
  }

  @Test func acceptsAKeyAgainAfter24Hours() async throws {
    try await database.withTimeline { timeline in
      try await timeline.post(Self.chatt, once: key)
      let move = "update idempotency_keys set created_at = clock_timestamp() - interval"
      try await database.run("\(move) '23 hours 59 minutes'")
      try await timeline.post(Self.chatt, once: key)
      #expect(try await database.count() == 1)
      try await database.run("\(move) '24 hours 1 minute'")
      let other = NewChatt(username: "a", message: "another post")
      try await timeline.post(other, once: key)
      try await timeline.post(other, once: key)
      await #expect(throws: TimelineError.keyIsOfAnotherPost) {
        try await timeline.post(Self.chatt, once: key)
      }
      #expect(try await database.count() == 2)
    }
  }

  @Test func doesNotRestoreADeletedChatt() async throws {
    try await database.withTimeline { timeline in
      try await timeline.post(Self.chatt, once: key)
      try await database.run("delete from chatts")
      try await timeline.post(Self.chatt, once: key)
    }
    #expect(try await database.count() == 0)
  }

  @Test func leavesNoKeyAfterARefusal() async throws {
    var long = Self.chatt
    long.username = String(repeating: "x", count: 256)
    let wrong = long
    try await database.withTimeline { timeline in
      await #expect(
        throws: TimelineError.refused("the chatt is too long for the database: shorten it")
      ) {
        try await timeline.post(wrong, once: key)
      }
      #expect(try await database.run("select count(*) from idempotency_keys") == "0")
      try await timeline.post(Self.chatt, once: key)
    }
  }

  @Test(
    arguments: [
      [.beforeStatement], [.afterStatement], [.afterResponse], [.afterResponse, .afterResponse],
    ]
      as [[CuttingProxy.Cut]])
  func storesAPostOnceWhenItsConnectionIsCut(cuts: [CuttingProxy.Cut]) async throws {
    try await CuttingProxy.with(database.database.url, on: Self.loops[1]) { proxy, url in
      try await database.withTimeline(url: url, statements: .unnamed) { timeline in
        _ = try await timeline.chatts()
        for cut in cuts { proxy.cut(cut) }
        try await timeline.post(Self.chatt, once: key)
      }
      #expect(proxy.cutCount == cuts.count)
    }
    #expect(try await database.count() == 1)
  }

  @Test func storesAPostWhoseSenderLeavesAndKeepsItsSession() async throws {
    let process: SQL = "select pg_backend_pid()"
    try await database.withTimeline(poolLimits: PoolLimits(connectionsMax: 1)) { timeline in
      let before = try await timeline.query(process)[0].decode(Int32.self, at: 0)
      let lock = try await OpenTransaction(on: database, OpenTransaction.lock)
      let post = timeline.pool.loop.start(timeline) { timeline async throws in
        try await timeline.post(Self.chatt, once: key)
      }
      try await database.waitForLockWaiters(1)
      post.cancel()
      try await lock.end("rollback")
      _ = try await post.value
      #expect(try await timeline.query(process)[0].decode(Int32.self, at: 0) == before)
    }
    #expect(try await database.count() == 1)
  }

  @Test func doesNotDelayPostsWithoutKeys() async throws {
    try await database.withTimeline { timeline in
      // A transaction of another session with the same key.
      let session = try await OpenTransaction(
        on: database,
        """
        insert into idempotency_keys (endpoint, key, fingerprint, chatt_id)
        values ('postchatt', 'k', sha256(''), gen_random_uuid())
        """)
      let keyed = timeline.pool.loop.start(timeline) { timeline async throws in
        try await timeline.post(Self.chatt, once: key)
      }
      try await database.waitForLockWaiters(1)
      for _ in 0..<3 { try await timeline.post(Self.chatt) }
      #expect(try await database.count() == 3)
      try await session.end("rollback")
      _ = try await keyed.value
    }
    #expect(try await database.count() == 4)
  }
}
