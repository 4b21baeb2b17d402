import Chatter
import HTTP
import Search
import System
import TestSupport
import Testing

@testable import ChatterServer
@testable import ChatterStore

@Suite(.needs(.postgreSQL))
struct ChatterServicePagesTests {
  private static func service(of server: ListServer) -> ChatterService {
    ChatterService(
      postStore: server.timeline, lists: server.reader, chatts: server.chatts,
      settings: TestService.settings { _ in },
      report: { _ in }, pause: { [loop = server.loop] in try await loop.sleep(until: .after($0)) })
  }

  // MARK: Slow searches

  /// A timeline that is longer than what a search looks through one by one, and an index that waits
  /// for a lock. Posts and other reads do not use it.
  private static let slowIndex = """
    insert into chatts (id, username, message, words)
      select gen_random_uuid(), 'ann', 'word', $$'word'$$ from generate_series(1, 5001);
    create or replace function chatt_hits(words tsquery) returns setof bigint language plpgsql as $$
    begin
      perform pg_advisory_xact_lock_shared(1);
      return;
    end
    $$
    """

  /// The connections of a server. Searches have a quarter of them, and those of one address half of
  /// that.
  private static let connectionsMax = 8
  private static let slowCount = 3

  /// The status of each response to a slow search and its Retry-After, as they arrive.
  private final class Statuses: Sendable {
    private let values = Lock<[String]>([])

    var all: [String] { values.withLock { $0 } }

    func append(_ response: Response) {
      let retryAfter = response.fields[.retryAfter].map { " \($0)" } ?? ""
      values.withLock { $0.append("\(response.status.code)\(retryAfter)") }
    }
  }

  @Test func slowSearchesDelayNothingElseAndGet503() async throws {
    let database = try await TimelineDatabase()
    try await database.run(Self.slowIndex)
    let lock = try await OpenTransaction(on: database, "select pg_advisory_xact_lock(1)")
    try await onVirtualTime { loop, clock in
      try await database.withServer(on: loop, connectionsMax: Self.connectionsMax) { server in
        let statuses = Statuses()
        let outcome = await result {
          try await Self.checkOthers(beside: statuses, server, database)
          try await clock.advance(by: ChattReader.searchTimeout + .milliseconds(1))
          try await eventually { statuses.all.count == 1 }
        }
        // The server waits for its statements when it stops.
        try await lock.end("rollback")
        try outcome.get()
        // For the others, the time has not passed.
        try await eventually { statuses.all.count == Self.slowCount }
        #expect(statuses.all == ["503 1", "200", "200"])
      }
    }
  }

  /// Starts searches of one address that wait for the index, and checks requests of another one.
  private static func checkOthers(
    beside statuses: Statuses, _ server: ListServer, _ database: TimelineDatabase
  ) async throws {
    let (service, searches) = (service(of: server), server.chatts.searches)
    for _ in 0..<slowCount {
      server.loop.start(service) { service in
        let search = try Request.test(.get, "/v1/chatts?q=rare", from: "192.0.2.7")
        statuses.append(await service.respond(to: search))
      }
    }
    try await database.waitForLockWaiters(1)
    try await eventually { searches.holderCount + searches.waiterCount == slowCount }
    try #require(searches.holderCount == 1, "the other searches of the address wait")
    let post = BufferedBody(Array(#"{"username":"bob","message":"hi"}"#.utf8))
    let posted = await service.respond(
      to: try .test(.post, "/v1/chatts", body: post, from: "192.0.2.8"))
    #expect(posted.status == .created)
    for target in ["/v1/chatts", "/getchatts/", "/v1/chatts?q=word&limit=1"] {
      let response = await service.respond(to: try .test(.get, target, from: "192.0.2.8"))
      #expect(response.status == .ok, "\(target)")
    }
    #expect(statuses.all.isEmpty)
  }

  // MARK: Costly texts

  /// Texts for algorithms whose time is not linear, and operators: of text search, of SQL, of
  /// patterns and of Unicode.
  private static let units = [
    "a1@", "./", "(", "(a", ")", "'", "a'", "\\", "\\'", "%", "_%", ":*", "a:*|", "!a", "<->", "&",
    "$$", "e\u{301}\u{302}", "\u{301}", "\u{1F1E9}\u{1F1EA}", "👩\u{200D}", "ﷺ", "字 ", "가",
    "x\u{200B}",
  ]

  @Test func findsMessagesThatRepeatAnyText() async throws {
    let database = try await TimelineDatabase()
    // Time does not pass: no search is too slow.
    try await onVirtualTime { loop, _ in
      try await database.withServer(on: loop) { server in
        let service = Self.service(of: server)
        for unit in Self.units { try await Self.postAndFind(unit, service) }
      }
    }
    let wordsMax = try await database.run("select max(length(words)) from chatts")
    #expect(wordsMax == "\(SearchText.messageWordsMax)")
  }

  private static func postAndFind(_ unit: String, _ service: ChatterService) async throws {
    // Half of the longest message repeats the text, and half has different words after it.
    let message =
      String(repeating: unit, count: 32_768 / unit.utf8.count)
      + (10_000...).lazy.prefix(32_768 / (5 + unit.utf8.count)).map { "\($0)\(unit)" }.joined()
    var json = Array(#"{"username":"ann","message":"#.utf8)
    JSONWriter.append(message, to: &json)
    let body = BufferedBody(json + Array("}".utf8))
    let posted = await service.respond(to: try .test(.post, "/v1/chatts", body: body))
    try #require(posted.status == .created, "\(unit)")
    let search = String(repeating: unit, count: 16)
    let found = await service.respond(
      to: try .test(.get, "/v1/chatts?limit=1&q=\(search.percentEncoded())"))
    #expect(found.status == .ok, "\(unit)")
    let hasWords = SearchText.query(for: search) != ""
    let id = try #require(posted.fields[.location]).dropFirst("/v1/chatts/".count)
    #expect(try await found.text().contains(id) == hasWords, "\(unit)")
  }

  // MARK: Compression

  /// A page that is long enough to be compressed.
  private struct LongPage: ChattSource {
    func page(_ query: PageQuery, for client: String) async throws -> ChattPage {
      ChattPage(chatts: [StoredChatt.sample(message: String(repeating: "x", count: 5000))])
    }
  }

  private func page(by workers: WorkerPool) async throws -> Response {
    try await TestService(chatts: LongPage()) { $0.workers = workers }
      .send(.get, "/v1/chatts", fields: [.acceptEncoding: "gzip"])
  }

  @Test func sendsPlainTextWhileTheWorkersAreBusy() async throws {
    let coded = try await page(by: WorkerPool())
    #expect(coded.fields[.contentEncoding] == "gzip")
    let busy = try await BusyWorkers()
    let plain = try await page(by: busy.pool)
    busy.stop()
    #expect(plain.status == .ok && plain.fields[.contentEncoding] == nil)
    #expect(plain.fields[.vary] == "Accept-Encoding")
    #expect(plain.fields[.entityTag] != coded.fields[.entityTag])
    let inflated = InflatedBody(BufferedBody(try await coded.bytes()))
    #expect(try await plain.bytes() == inflated.collect(atMost: 1 << 20))
  }
}
