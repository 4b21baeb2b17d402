import Chatter
import EventLoop
import HTTP
import TestSupport
import Testing

@testable import ChatterServer

@Suite(.needs(.postgreSQL))
struct ChatterServicePagesTests {
  private static func service(of server: ListServer) -> ChatterService {
    ChatterService(
      postStore: server.timeline, lists: server.reader, settings: TestService.settings { _ in },
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
          try await clock.advance(by: ListReader.Limits().searchTimeout + .milliseconds(1))
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
    let (service, searches) = (service(of: server), server.reader.searches)
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

  // MARK: Compression

  /// A page that is long enough to be compressed.
  private struct LongPage: ListSource {
    func page(_ query: PageQuery, for client: String) async throws -> ChattPage {
      ChattPage(chatts: [try StoredChattTests.chatt(message: String(repeating: "x", count: 5000))])
    }
  }

  private func page(by workers: WorkerPool) async throws -> Response {
    try await TestService(lists: LongPage()) { $0.workers = workers }
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
