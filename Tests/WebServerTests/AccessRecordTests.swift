import HTTP
import System
import TestSupport
import Testing

@testable import WebServer

struct AccessRecordTests {
  private static let app: TestServer.App = { _, request in
    switch request.path {
    case "/empty": Response(.noContent, body: .bytes(Array("never sent".utf8)))
    case "/missing": Response(.notFound, body: .bytes(Array("no such thing".utf8)))
    default: Response(.ok, body: .bytes(Array("hello".utf8)))
    }
  }

  @Test func recordsWhatWentOverTheWire() async throws {
    try await TestServer.serving(handler: Self.app) { server in
      try await server.withClient { client in
        try await client.send(get("/a/b%20c?secret=1"))
        _ = try await client.response()
        try await client.send("HEAD / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        _ = try await client.response(hasBody: false)
        try await client.send("DELETE /empty HTTP/1.1\r\nHost: localhost\r\n\r\n")
        _ = try await client.response(hasBody: false)
        try await client.send(get("/missing", version: "1.0", fields: "Connection: keep-alive\r\n"))
        _ = try await client.response()
        try await client.send("rubbish\r\n\r\n")
        _ = try await client.response()
      }
      try await eventually { server.events.accessRecords.count == 5 }
      let records = server.events.accessRecords
      #expect(records.map(\.method) == ["GET", "HEAD", "DELETE", "GET", "-"])
      #expect(records.map(\.path) == ["/a/b%20c", "/", "/empty", "/missing", "-"])
      #expect(
        records.map(\.version) == ["HTTP/1.1", "HTTP/1.1", "HTTP/1.1", "HTTP/1.0", "HTTP/1.1"])
      #expect(records.map(\.status) == [200, 200, 204, 404, 400])
      #expect(records.map(\.responseBytes).dropLast() == [5, 0, 0, 13])
      #expect(records.allSatisfy { $0.isComplete && $0.remoteAddress == "127.0.0.1" })
    }
  }

  @Test func numbersConnectionsAndTheirRequestsUniquely() async throws {
    try await TestServer.serving(loopCount: 2, handler: Self.app) { server in
      for _ in 0..<3 {
        try await server.withClient { client in
          for _ in 0..<3 {
            try await client.send(get("/"))
            _ = try await client.response()
          }
          try await client.send("rubbish\r\n\r\n")
          _ = try await client.response()
        }
      }
      try await eventually { server.events.accessRecords.count == 12 }
      #expect(
        server.events.accessRecords.map(\.requestID.description)
          == (1...3).flatMap { connection in (1...4).map { "\(connection)-\($0)" } })
    }
  }

  @Test func measuresTheAppAndTheProductionOfTheResponse() async throws {
    let app: TestServer.App = { loop, _ in
      try? await loop.sleep(until: .after(.seconds(33)))
      return Response(.ok)
    }
    try await TestServer.serving(clock: VirtualClock(), handler: app) { server in
      try await server.withClient { client in
        try await client.send(get("/"))
        try await server.letPass(.seconds(33))
        _ = try await client.response()
      }
      #expect(server.events.accessRecords.first?.duration == .seconds(33))
    }
  }
}
