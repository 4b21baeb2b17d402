import Chatter
import System
import TestSupport
import Testing

@testable import ChatterClient

struct CurlTransportStreamTests {
  private static let head = Array("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n".utf8)

  private func request(on server: ChatterClient.Server) -> TransportRequest {
    var request = TransportRequest(.events, on: server)
    request.isEndless = true
    request.fields = ["Last-Event-ID: p1"]
    return request
  }

  @Test func passesTheBodyOnAsItArrives() async throws {
    try await ScriptedServer.trusted { _ in
      .slow([Self.head, Array("data: a\n".utf8), Array("\n".utf8)], pause: .milliseconds(5))
    } _: { scripted, server in
      let received = Lock<[UInt8]>([])
      let (chunks, continuation) = AsyncStream<Void>.makeStream()
      let transport = CurlTransport()
      let request = request(on: server)
      let task = Task {
        try await transport.stream(request) { head, chunk in
          #expect(head.status == 200 && head.body.isEmpty)
          received.withLock { $0 += chunk }
          if received.withLock({ $0.count }) == 9 { continuation.finish() }
          return true
        }
      }
      // The server keeps the connection open: without streaming, nothing would arrive.
      for await _ in chunks {}
      #expect(received.withLock { $0 } == Array("data: a\n\n".utf8))
      task.cancel()
      _ = await task.result
      let sent = try #require(scripted.requests.first)
      #expect(sent.head.hasPrefix("GET /v1/events HTTP/1.1\r\n"))
      #expect(sent.field("Accept") == "text/event-stream")
      #expect(sent.field("Last-Event-ID") == "p1" && sent.field("Accept-Encoding") == nil)
    }
  }

  @Test func endsWhenTheReceiverStops() async throws {
    try await ScriptedServer.trusted { _ in
      .response(200, body: [1, 2, 3])
    } _: { _, server in
      let transport = CurlTransport()
      await #expect(throws: ClientError.network(.cutOff)) {
        try await transport.stream(request(on: server)) { _, _ in false }
      }
    }
  }

  @Test func returnsTheBodyOfARefusal() async throws {
    try await ScriptedServer.trusted { _ in
      .response(503, fields: ["Retry-After: 3"], body: Array("later".utf8))
    } _: { _, server in
      let response = try await CurlTransport().stream(request(on: server)) { _, _ in
        Issue.record("a refusal is not a stream")
        return false
      }
      #expect(response.status == 503 && response.body == Array("later".utf8))
      #expect(response.retryAfter == .seconds(3))
    }
  }

  /// The body of a stream has no limit, that of a refusal has.
  @Test func limitsTheBodyOfARefusal() async throws {
    try await ScriptedServer.trusted { _ in
      .response(503, body: [UInt8](repeating: 1, count: 101))
    } _: { _, server in
      let transport = CurlTransport(limits: TransferLimits(responseBytesMax: 100))
      await #expect(throws: ClientError.tooLarge(bytesMax: 100)) {
        try await transport.stream(request(on: server)) { _, _ in true }
      }
    }
  }

  @Test func sendsADeletion() async throws {
    try await ScriptedServer.trusted { _ in
      .cut(after: Array("HTTP/1.1 204 No Content\r\n\r\n".utf8))
    } _: { scripted, server in
      let calls = RemoteCalls(server: server, transport: CurlTransport())
      let wasThere = try await calls.delete(
        ChattID(number: 7), by: try #require(AccessToken("abc")))
      #expect(wasThere)
      let sent = try #require(scripted.requests.first)
      #expect(sent.head.hasPrefix("DELETE /v1/chatts/\(ChattID(number: 7)) HTTP/1.1\r\n"))
      #expect(sent.field("Authorization") == "Bearer abc" && sent.body.isEmpty)
    }
  }
}
