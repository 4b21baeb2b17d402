import System
import TestSupport
import Testing

/// How servers reach the database that they share.
enum DatabaseWay: String, CaseIterable {
  case direct
  /// Through PgBouncer in transaction mode, with fewer sessions than the servers have
  /// connections, so that successive statements use different sessions.
  case pooler = "through a pooler"
  /// Through a proxy that makes LISTEN an invalid statement, as on a database without it.
  case withoutListen = "without LISTEN"
  /// Through a proxy that makes pg_notify fail: servers listen but receive no notifications.
  case withoutNotify = "without pg_notify"

  static let poolerSessionsMax = 3

  /// Runs a body with the URL, and checks that this way was really used. The body calls its second
  /// argument when both servers run: they try LISTEN in the background.
  func reach(
    _ database: TestDatabase, _ body: (String, () async throws -> Void) async throws -> Void
  ) async throws {
    switch self {
    case .direct: try await body(database.url) {}
    case .pooler:
      let pooler = try await TransactionPooler(
        before: database, serversMax: Self.poolerSessionsMax)
      try await body(pooler.url) {}
      let complaints = pooler.log.split(separator: "\n").filter {
        $0.contains("ERROR") || $0.contains("WARNING")
      }
      #expect(complaints == [])
    case .withoutListen:
      try await reach(database, replacing: ("listen chatterd", "lisfen chatterd"), body)
    case .withoutNotify:
      try await reach(database, replacing: ("pg_notify(", "pg_motify("), body)
    }
  }

  private func reach(
    _ database: TestDatabase, replacing texts: (String, String),
    _ body: (String, () async throws -> Void) async throws -> Void
  ) async throws {
    let loop = try EventLoop(name: "proxy")
    defer { loop.stop() }
    try await CuttingProxy.with(database.url, on: loop) { proxy, url in
      proxy.replace(texts.0, by: texts.1)
      try await body(url) {
        if self == .withoutListen { try await eventually { proxy.replacedCount >= 2 } }
      }
      #expect(proxy.replacedCount >= 2, "each server has tried it")
    }
  }
}
