import Crypto
import Postgres
import TestSupport
import Testing

@testable import Chatter
@testable import ChatterStore

@Suite(.needs(.postgreSQL))
struct ChattStatementsTests {
  static let id = ChattID(PostgresUUID(high: 1, low: 2))

  static func insert(_ chatt: NewChatt, mayBeStored: Bool) -> SQL {
    ChattStatements.insert([.init(id: id, chatt: chatt)], mayBeStored: mayBeStored)[0]
  }

  @Test func bindsValuesInsteadOfQuotingThem() throws {
    let chatt = NewChatt(
      username: "'; drop table chatts; --", message: "$1", audio: try TinyClip.clip())
    let text = Self.insert(chatt, mayBeStored: true).text
    #expect(!text.contains("drop") && !text.contains("'"))
    #expect(text.contains("$10") && !text.contains("$11"))
  }

  @Test func hasTheSameTextForEveryChatt() throws {
    let texts = [
      NewChatt(username: "a", message: nil, audio: try TinyClip.clip()),
      NewChatt(username: "b", message: "c", audio: try TinyClip.clip()),
      NewChatt(username: "b", message: "c"), NewChatt(username: "d", message: ""),
    ].map { Self.insert($0, mayBeStored: false).text }
    #expect(texts[0] == texts[1] && texts[2] == texts[3])
  }

  @Test func ignoresASecondInsertWithTheSameId() async throws {
    let database = try await TimelineDatabase()
    try await database.withTimeline { timeline in
      for message in ["first", "second"] {
        let chatt = NewChatt(username: "a", message: message)
        _ = try await timeline.query(Self.insert(chatt, mayBeStored: true))
      }
      #expect(try await timeline.chatts().map(\.message) == ["first"])
    }
  }

  @Test func bindsAudioFactsInWholeMicroseconds() async throws {
    let database = try await TimelineDatabase()
    // An edit of 200 units at 1,200 units per second: 166,666.7 microseconds.
    var bytes = try TinyClip.bytes()
    let timescale = Surgery.offset(of: "mvhd", in: bytes) + 16
    bytes.replaceSubrange(timescale..<(timescale + 4), with: Surgery.word(1200))
    let clip = try AudioClip(bytes: bytes)
    try await database.withTimeline { timeline in
      try await timeline.post(NewChatt(username: "a", message: nil, audio: clip))
    }
    let stored = try await database.run(
      "select audio_codec, audio_duration_us, audio_sample_rate, audio_channels from chatts")
    #expect(stored == "aac-lc|166666|12000|1")
  }

  @Test func storesAClipWithOrWithoutADigest() async throws {
    let database = try await TimelineDatabase()
    let clip = try TinyClip.clip()
    try await database.withTimeline { timeline in
      var chatt = NewChatt(username: "a", message: nil, audio: clip)
      try await timeline.post(chatt)
      chatt.audioSHA256 = SHA256.digest(of: clip.bytes)
      try await timeline.post(chatt)
    }
    let stored = try await database.run(
      "select string_agg(coalesce(audio_sha256 = sha256(audio), false)::text, ' ' order by sequence)"
        + " from chatts")
    #expect(stored == "false true")
  }
}
