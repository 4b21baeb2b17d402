import EventLoop
import HTTP
import TestSupport
import Testing

@testable import WebServer

struct HTTP2ConnectionBodiesTests {
  /// The body bytes that handlers hold, and their maximum so far.
  private final class Held: Sendable {
    private let bytes = Lock((now: 0, most: 0))
    var most: Int { bytes.withLock { $0.most } }
    var now: Int { bytes.withLock { $0.now } }

    func add(_ count: Int) {
      bytes.withLock {
        $0.now += count
        $0.most = max($0.most, $0.now)
      }
    }
  }

  /// Holds the whole body of a request, until the gate opens if its path is `/large`.
  private static func app(_ held: Held, _ gate: Gate? = nil) -> TestServer.App {
    { _, request in
      var body: [UInt8] = []
      defer { held.add(-body.count) }
      do throws(RequestBodyError) {
        while let chunk = try await request.body.next() {
          held.add(chunk.count)
          body += chunk
        }
      } catch {
        return Response(error.status, body: .bytes(Array("\(error)".utf8)))
      }
      if request.path == "/large" { await gate?.wait() }
      return Response(.ok, body: .bytes(Array("\(body.count)".utf8)))
    }
  }

  private static func limits() -> ServerLimits {
    .with {
      $0.request.bodyBytesMax = 300_000
      $0.http2.streamWindowBytes = 4096
      $0.http2.connectionWindowBytes = 65_535
      $0.http2.bodyBytesHeldMax = $0.http2.bodyBytesHeldMin(with: $0.request)
    }
  }

  private static func length(_ count: Int) -> [(String, String)] {
    [("content-length", "\(count)")]
  }

  @Test(.needs(.time)) func keepsLargeBodiesOnAllStreamsWithinTheLimit() async throws {
    let (held, limits) = (Held(), Self.limits())
    try await TestServer.serving(limits: limits, handler: Self.app(held)) { server in
      try await server.withHTTP2Client { client in
        let body = [UInt8](repeating: 1, count: 120_000)
        let ids = (0..<100).map {
          client.peer.request(
            "POST", "/", $0 % 3 == 0 ? [] : Self.length(body.count), body: body)
        }
        try await client.read { peer in ids.allSatisfy { peer.responses[$0]?.closeCode != nil } }
        #expect(ids.allSatisfy { client.peer.responses[$0]?.text == "120000" })
      }
    }
    #expect(held.most <= limits.http2.bodyBytesHeldMax)
    #expect(held.most > 200_000 && held.now == 0)
  }

  @Test func refusesABodyThatOthersDelayTooLong() async throws {
    let (held, gate) = (Held(), Gate())
    var limits = Self.limits()
    let timeout = Duration.seconds(33)
    limits.bodyTimeout = timeout
    try await TestServer.serving(
      limits: limits, clock: VirtualClock(), handler: Self.app(held, gate)
    ) { server in
      try await server.withHTTP2Client { client in
        let body = [UInt8](repeating: 1, count: 200_000)
        let first = client.peer.request("POST", "/large", Self.length(body.count), body: body)
        try await client.read { $0.bodyBytesLeft(on: first) == 0 }
        // Until then, the first body has the same timeout.
        try await eventually { held.now == body.count }
        let delayed = client.peer.request("POST", "/", Self.length(body.count), body: body)
        try await client.send()
        try await server.letPass(timeout)
        let second = try await client.response(to: delayed)
        #expect(second.status == 503)
        #expect(second.text == "\(RequestBodyError.quotaExhausted)")
        gate.open()
        #expect(try await client.response(to: first).text == "200000")
        let again = try await client.call("POST", "/", Self.length(body.count), body: body)
        #expect(again.text == "200000")
      }
    }
  }
}
