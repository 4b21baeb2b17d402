import Chatter
import ChatterServer
import Foundation
import HTTP
import System
import Testing

@testable import ChatterDaemon

struct AdminAppTests {
  private static let id = "01a20a93-88bd-77f3-9472-49386831bdab"

  /// Records what the app asks for.
  private final class Calls: Sendable {
    let paths = Lock<[String]>([])
  }

  static func app(
    log: Log = Log(level: .error, format: .text), counts: ServerMetrics = ServerMetrics()
  ) -> AdminApp {
    app(Calls(), log: log, counts: counts)
  }

  private static func app(
    _ calls: Calls, log: Log = Log(level: .error, format: .text),
    counts: ServerMetrics = ServerMetrics()
  ) -> AdminApp {
    AdminApp(
      password: AdminPassword("secret"), host: "Admin.example.org",
      wrongPasswords: RateLimiter(postsPerSecond: 0.05), counts: counts,
      metrics: { "rows 2\n" },
      service: { request in
        calls.paths.withLock { $0.append(request.path + "?" + (request.target.query ?? "")) }
        return Response(request.method == .delete ? .noContent : .ok)
      }, configuration: Array("[]".utf8), log: log)
  }

  private static func response(
    _ method: Method, _ path: String, signedIn: Bool = true, calls: Calls = Calls()
  ) async throws -> Response {
    let fields: HeaderFields = signedIn ? ["Authorization": "Basic YWRtaW46c2VjcmV0"] : [:]
    return await app(calls).respond(to: try .test(method, path, fields))
  }

  @Test func showsMetricsToEveryone() async throws {
    let response = try await Self.response(.get, "/metrics", signedIn: false)
    #expect(response.status == .ok)
    #expect(response.fields[.contentType]?.hasPrefix("text/plain; version=0.0.4") == true)
    let body = if case .bytes(let bytes) = response.body { bytes } else { ArraySlice<UInt8>() }
    #expect(String(decoding: body, as: UTF8.self).hasPrefix("rows 2\n"))
    #expect(try await Self.response(.post, "/metrics").status == .methodNotAllowed)
    #expect(response.fields[.contentTypeOptions] == "nosniff")
  }

  @Test(arguments: [
    "/admin", "/admin/admin.js", "/admin/configuration", "/admin/v1/chatts", "/admin/x",
    "/admin/v1/chatts/01a20a93-88bd-77f3-9472-49386831bdab",
  ])
  func showsEverythingElseOnlyWithThePassword(_ path: String) async throws {
    let calls = Calls()
    for method in [Method.get, .delete, .post] {
      let response = try await Self.response(method, path, signedIn: false, calls: calls)
      #expect(response.status == .unauthorized)
      #expect(response.fields[.authenticate]?.hasPrefix("Basic ") == true)
    }
    #expect(calls.paths.withLock { $0 }.isEmpty)
  }

  @Test func servesThePageAndTheConfiguration() async throws {
    for path in ["/admin", "/admin/admin.js", "/admin/admin.css", "/admin/metrics.js"] {
      let response = try await Self.response(.get, path)
      #expect(response.status == .ok, "\(path)")
      #expect(response.fields[.contentSecurityPolicy]?.contains("default-src 'none'") == true)
    }
    let configuration = try await Self.response(.get, "/admin/configuration")
    #expect(configuration.fields[.cacheControl] == "no-store")
  }

  @Test func readsChattsAndClipsThroughTheService() async throws {
    let calls = Calls()
    for path in ["/admin/v1/chatts?limit=2", "/admin/v1/audio/\(Self.id).m4a"] {
      #expect(try await Self.response(.get, path, calls: calls).status == .ok)
    }
    #expect(
      calls.paths.withLock { $0 } == ["/v1/chatts?limit=2", "/v1/audio/\(Self.id).m4a?"])
    let list = try await Self.response(.get, "/admin/v1/chatts")
    #expect(list.fields[.cacheControl] == "private, no-cache")
    for path in ["/admin/getchatts/", "/admin/v1/events", "/admin/v1/server", "/getchatts/", "/"] {
      #expect(try await Self.response(.get, path, calls: calls).status == .notFound, "\(path)")
    }
    #expect(
      try await Self.response(.post, "/admin/v1/chatts", calls: calls).status == .methodNotAllowed)
    #expect(calls.paths.withLock { $0 }.count == 2)
  }

  @Test func deletesThroughTheService() async throws {
    let calls = Calls()
    let path = "/admin/v1/chatts/\(Self.id)"
    #expect(try await Self.response(.delete, path, calls: calls).status == .noContent)
    #expect(try await Self.response(.delete, "/admin/x", calls: calls).status == .notFound)
    #expect(calls.paths.withLock { $0 } == ["/v1/chatts/\(Self.id)?"])
  }

  @Test(arguments: [
    ("localhost:9464", 200), ("127.0.0.1", 200), ("[::1]:9464", 200), ("192.0.2.7:1", 200),
    ("admin.example.org:9464", 200), ("LOCALHOST", 200), ("evil.example.com", 421),
    ("localhost.example.com", 421), ("127.0.0.1.example.com:9464", 421), ("", 421),
  ])
  func isNotReadByAPageOfAnotherName(host: String, status: Int) async throws {
    let fields: HeaderFields = [
      .host: try FieldValue(host), "Authorization": "Basic YWRtaW46c2VjcmV0",
    ]
    for path in ["/metrics", "/admin"] {
      let response = await Self.app().respond(to: try .test(.get, path, fields))
      #expect(response.status.code == status, "\(path)")
    }
  }

  @Test func limitsWrongPasswordsButNotTheRightOne() async throws {
    let app = Self.app()
    var statuses: [Int] = []
    for password in ["x", "x", "secret", "x"] {
      let credentials = Data("admin:\(password)".utf8).base64EncodedString()
      let fields: HeaderFields = ["Authorization": try FieldValue("Basic \(credentials)")]
      statuses.append(await app.respond(to: try .test(.get, "/admin", fields)).status.code)
    }
    #expect(statuses == [401, 429, 200, 429])
  }

  @Test func countsWrongPasswordsAndWarnsOfThem() async throws {
    let (pipe, counts) = (Pipe(), ServerMetrics())
    let log = Log(
      level: .info, format: .text, descriptor: pipe.fileHandleForWriting.fileDescriptor
    ) { Timestamp(clamping: 0) }
    let app = Self.app(log: log, counts: counts)
    _ = await app.respond(to: try .test(.get, "/admin"))
    #expect(counts.counts.wrongPasswords == 0, "without a password, none is wrong")
    // `admin:x` twice, where the second is one too many; then `admin:secret`.
    for credentials in ["YWRtaW46eA==", "YWRtaW46eA==", "YWRtaW46c2VjcmV0"] {
      let fields: HeaderFields = ["Authorization": try FieldValue("Basic \(credentials)")]
      _ = await app.respond(to: try .test(.get, "/admin", fields))
    }
    #expect(counts.counts.wrongPasswords == 2)
    try pipe.fileHandleForWriting.close()
    let lines = String(
      decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    let start = "1970-01-01T00:00:00.000Z warning"
    #expect(
      lines == "\(start) a wrong password for the operators' page remote=127.0.0.1\n")
  }
}
