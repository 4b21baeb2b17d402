import Chatter
import HTTP
import System
import TestSupport
import Testing

@testable import ChatterServer
@testable import ChatterStore

@Suite(.needs(.postgreSQL))
struct RecentReadsTests {
  /// Reads what a table has, and counts.
  private final class CountedChatts: ChattSource {
    private let chatts: ChattReader
    var readCount = 0

    init(_ chatts: ChattReader) { self.chatts = chatts }

    func chatt(_ id: ChattID, for client: String) async throws -> StoredChatt? {
      readCount += 1
      return try await chatts.chatt(id, for: client)
    }

    func page(_ query: PageQuery, for client: String) async throws -> ChattPage {
      readCount += 1
      return try await chatts.page(query, for: client)
    }

    func clip(
      of chatt: StoredChatt, at range: Range<Int>, for client: String
    ) async throws -> [UInt8]? {
      readCount += 1
      return try await chatts.clip(of: chatt, at: range, for: client)
    }
  }

  /// A service, and what it reads.
  private struct Fixture {
    let service: ChatterService
    let chatts: CountedChatts

    init(_ server: ListServer) async throws {
      let chatts = CountedChatts(server.chatts)
      self.chatts = chatts
      service = ChatterService(
        postStore: server.timeline, lists: server.reader, chatts: chatts,
        settings: ChatterService.Settings(), report: { _ in })
      _ = try await server.reader.current()
    }

    func get(_ path: String, _ fields: HeaderFields = [:]) async throws -> Response {
      await service.respond(to: try .test(.get, path, fields: fields))
    }

    /// The text of a response, and how often the table was read for it.
    func read(_ path: String) async throws -> (text: String, readCount: Int) {
      let before = chatts.readCount
      let text = try await get(path).text()
      return (text, chatts.readCount - before)
    }
  }

  private static var longPage: PageQuery {
    var query = PageQuery()
    query.limit = 200
    return query
  }

  private static let rows = """
    insert into chatts (id, username, message)
    select gen_random_uuid(), 'a', i::text from generate_series(1, 4) i
    """

  @Test(arguments: HandEdit.all)
  func returnsWhatTheTableHas(after edit: HandEdit) async throws {
    let database = try await TimelineDatabase()
    try await database.run(Self.rows)
    try await database.withServer { server in
      let fixture = try await Fixture(server)
      let first = try await fixture.read("/v1/chatts?limit=200")
      #expect(first.readCount == 1)
      let again = try await fixture.read("/v1/chatts?limit=200")
      #expect(again.text == first.text && again.readCount == 0)
      try await database.run(edit.sql)
      let changed = try await fixture.read("/v1/chatts?limit=200")
      let page = try await server.chatts.page(Self.longPage, for: "a")
      #expect(changed.text == String(decoding: page.json, as: UTF8.self))
      #expect(page.chatts.map(\.message) == edit.messages && changed.readCount == 1)
    }
  }

  @Test func readsAgainAfterALongChangeAndNotAfterOtherTransactions() async throws {
    let database = try await TimelineDatabase()
    try await database.run(Self.rows)
    // Lists of two rows show changes of older ones as well.
    try await database.withServer(lists: ReadyLists(profile: ListProfile(), rowsMax: 2)) { server in
      let fixture = try await Fixture(server)
      let path = "/v1/chatts?limit=200"
      let first = try await fixture.read(path)
      try await database.run(
        "create table others (); drop table others; select pg_current_xact_id()")
      #expect(try await fixture.read(path) == (first.text, 0))
      for sql in [
        "update chatts set message = 'x' where message = '1'", TimelineDatabase.fill(3000),
        "delete from chatts where message = 'x'",
      ] {
        let before = try await fixture.read(path).text
        try await database.run(sql)
        let after = try await fixture.read(path)
        #expect(after.readCount == 1 && (after.text != before || sql.hasPrefix("delete")))
        #expect(try await fixture.read(path).readCount == 0)
      }
    }
  }

  @Test func keepsPagesApart() async throws {
    let database = try await TimelineDatabase()
    try await database.run(Self.rows)
    try await database.withServer { server in
      let fixture = try await Fixture(server)
      let (third, first) = (PageCursor(3).text, PageCursor(1).text)
      var texts: Set<String> = []
      for query in [
        "", "?limit=2", "?limit=3", "?limit=2&before=\(third)", "?limit=2&after=\(first)",
        "?audio=true", "?username=a&limit=1", "?username=b",
      ] {
        let once = try await fixture.get("/v1/chatts" + query)
        let again = try await fixture.get("/v1/chatts" + query)
        #expect(once.fields == again.fields)
        texts.insert(try await again.text())
        #expect(try await once.text() == again.text())
      }
      // Two pages are empty: nobody has posted a clip, and nobody is called b.
      #expect(texts.count == 7)
      _ = try await fixture.read("/v1/chatts?q=3")
      #expect(try await fixture.read("/v1/chatts?q=3").readCount == 1, "searches are not kept")
    }
  }

  @Test func readsAChattAndItsClipOnceUntilTheyChange() async throws {
    let database = try await TimelineDatabase()
    try await database.withServer { server in
      let clip = try AudioClip(bytes: try Media.clip(.iOS, seconds: 30))
      let posted = try await server.post(NewChatt(username: "a", message: nil, audio: clip))
      let fixture = try await Fixture(server)
      let (path, clipPath) = ("/v1/chatts/\(posted.id)", "/v1/audio/\(posted.id).m4a")
      let first = try await fixture.read(path)
      #expect(try await fixture.read(path) == (first.text, 0))
      _ = try await fixture.get(clipPath).bytes()
      let before = fixture.chatts.readCount
      let count = clip.bytes.count
      try #require(count > ClipStream.sliceBytesMax)
      for range in [
        0...0, 5...17, 1000...(count - 1), (ClipStream.sliceBytesMax - 3)...(count - 2),
      ] {
        let part = try await fixture.get(
          clipPath, [.range: try FieldValue("bytes=\(range.lowerBound)-\(range.upperBound)")])
        #expect(part.status == .partialContent)
        #expect(try await part.bytes() == Array(clip.bytes[range]))
      }
      #expect(fixture.chatts.readCount == before)
      try await database.run(
        "update chatts set audio = set_byte(audio, 9, 255 - get_byte(audio, 9))")
      let bytes = try await fixture.get(clipPath).bytes()
      #expect(bytes[9] == 255 - clip.bytes[9] && fixture.chatts.readCount > before)
      try await database.run("delete from chatts")
      #expect(try await fixture.get(path).status == .notFound)
      #expect(try await fixture.get(clipPath).status == .notFound)
    }
  }
}

struct RecentValuesTests {
  @Test func returnsAValueOfItsVersion() {
    let values = RecentValues<String, Int>(bytesMax: 10_000)
    #expect(values.value(for: "a", at: 1) == nil)
    values.keep(7, for: "a", at: 1, byteCount: 1)
    #expect(values.value(for: "a", at: 1) == 7)
    #expect(values.value(for: "a", at: 2) == nil && values.value(for: "b", at: 1) == nil)
    #expect(values.has("a") && !values.has("b"))
    values.keep(8, for: "a", at: 2, byteCount: 1)
    #expect(values.value(for: "a", at: 1) == nil && values.value(for: "a", at: 2) == 8)
  }

  @Test func keepsWhatWasUsedLastWithinItsSize() {
    let values = RecentValues<Int, [UInt8]>(bytesMax: 100_000)
    for number in 0..<1000 {
      let count = number % 7 * 1000
      values.keep(Array(repeating: 0, count: count), for: number, byteCount: count)
      #expect(values.value(for: 0) == [], "it is always used")
      #expect(values.value(for: number)?.count == count)
    }
    let kept = (0..<1000).compactMap { values.value(for: $0)?.count }
    #expect(kept.reduce(0, +) <= 100_000 && kept.count > 10)
    values.keep(Array(repeating: 0, count: 60_000), for: -1, byteCount: 60_000)
    #expect(values.value(for: -1) == nil && values.value(for: 0) != nil)
  }
}
