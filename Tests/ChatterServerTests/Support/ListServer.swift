import Chatter
import HTTP
import Postgres
import System
import TestSupport
import Testing

@testable import ChatterServer
@testable import ChatterStore

/// A store for posts, and the lists that it serves, on one loop.
struct ListServer: Timeline {
  /// The loop on which everything runs.
  let loop: EventLoop
  private let parts: LoopBound<(PostgresTimeline, ListReader, any ListSource)>

  init(
    _ timeline: PostgresTimeline, _ reader: ListReader, _ source: any ListSource,
    on loop: EventLoop
  ) {
    self.loop = loop
    parts = LoopBound((timeline, reader, source), on: loop)
  }

  var timeline: PostgresTimeline { parts.value.0 }
  var reader: ListReader { parts.value.1 }
  var source: any ListSource { parts.value.2 }
  var chatts: ChattReader { reader.reader }

  /// The rows that are read from the table for a client.
  var rows: FetchedRows {
    FetchedRows(lists: reader, address: "192.0.2.7")
  }

  @discardableResult
  func post(_ chatt: NewChatt) async throws -> PostedChatt {
    try await loop.run { try await timeline.post(chatt) }
  }

  func chatts() async throws -> [Chatt] {
    try ChattList(body: Array(try await list().text.utf8)[...]).chatts
  }

  func audio() async throws -> [Chatt] {
    try ChattList(body: Array(try await list(.getAudio).text.utf8)[...]).chatts
  }

  /// The body and the tag of the response to a list request.
  func list(_ call: Call = .getChatts, fields: HeaderFields = [:]) async throws -> (
    text: String, tag: String?
  ) {
    try await loop.run {
      let request = try Request.test(.get, call.path, fields: fields)
      let response = try await source.response(to: request, for: call)
      return (try await response.text(), response.fields[.entityTag])
    }
  }

  /// The messages of getchatts.
  func messages() async throws -> [String] {
    try await chatts().map { $0.message ?? "-" }
  }

  /// The bodies and tags of both lists, which must show the same rows.
  func both() async throws -> [String] {
    let (chatts, audio) = (try await list(), try await list(.getAudio))
    let names = try [chatts, audio].map { list in
      try ChattList(body: Array(list.text.utf8)[...]).chatts.map(\.username)
    }
    #expect(names[0] == names[1])
    return [chatts.text, audio.text, chatts.tag ?? "-", audio.tag ?? "-"]
  }
}

extension TimelineDatabase {
  /// Runs a body on a loop as a server does. The lists belong to this loop only, unless given.
  @discardableResult
  func withServer<Value: Sendable>(
    on loop: EventLoop = TimelineDatabase.loops[0], lists: ReadyLists? = nil, url: String? = nil,
    statements: PostgresConfiguration.Statements = .named(countMax: 8), connectionsMax: Int = 4,
    observe: @escaping @Sendable (PostgresError) -> Void = { _ in },
    report: @escaping @Sendable (ServiceEvent) -> Void = { _ in },
    _ body: @escaping @Sendable (ListServer) async throws -> Value
  ) async throws -> Value {
    let lists = lists ?? ReadyLists(profile: ListProfile())
    let configuration = PostgresConfiguration(
      connectionString: url ?? database.url, statements: statements)
    return try await loop.run {
      let pool = PostgresPool(
        configuration,
        limits: PoolLimits(connectionsMax: connectionsMax, unavailableTimeout: .milliseconds(200)),
        on: loop)
      let chatts = ChattReader(pool, observe: observe)
      let server = ListServer(
        PostgresTimeline(pool, observe: observe),
        ListReader(lists, reader: chatts, report: report),
        lists.source(reading: chatts, report: report), on: loop)
      do {
        let value = try await body(server)
        await pool.close(until: .after(.seconds(5)))
        return value
      } catch {
        await pool.close(until: .after(.seconds(5)))
        throw error
      }
    }
  }

  /// Runs two independent servers on the database.
  func withTwoServers(
    statements: PostgresConfiguration.Statements = .named(countMax: 8),
    _ body: @escaping @Sendable (ListServer, ListServer) async throws -> Void
  ) async throws {
    try await withServer(on: Self.loops[0], statements: statements) { first in
      try await self.withServer(on: Self.loops[1], statements: statements) { second in
        try await body(first, second)
      }
    }
  }
}
