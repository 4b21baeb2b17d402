import Chatter
import Foundation
import System
import TestSupport
import Testing

@testable import ChatterClient

struct CurlTransportTests {
  private func limits(
    totalTimeout: Duration = hangTimeout, responseBytesMax: Int = 1 << 20
  ) -> TransferLimits {
    TransferLimits(totalTimeout: totalTimeout, responseBytesMax: responseBytesMax)
  }

  @Test func sendsRequestsOverOnePersistentConnection() async throws {
    let body = Array(#"{"username":"a"}"#.utf8)
    try await ScriptedServer.trusted { _ in
      .ok("{}")
    } _: { scripted, server in
      let transport = CurlTransport()
      let key = try PostKey(fieldValue: "mine", call: .postChatt)
      for _ in 0..<3 {
        let response = try await transport.send(
          TransportRequest(.postChatt, on: server, body: body, key: key))
        #expect(response == TransportResponse(status: 200, body: Array("{}".utf8)))
      }
      _ = try await transport.send(TransportRequest(.getAudio, on: server))
      #expect(scripted.connectionCount == 1)
      let post = try #require(scripted.requests.first)
      #expect(post.head.hasPrefix("POST /postchatt/ HTTP/1.1\r\n") && post.body == body)
      #expect(post.field("Content-Type") == "application/json")
      #expect(post.field("Idempotency-Key") == "\"mine\"")
      #expect(post.field("User-Agent") == "ChatterClient")
      let get = try #require(scripted.requests.last)
      #expect(get.head.hasPrefix("GET /getaudio/ HTTP/1.1\r\n"))
      #expect(get.field("Idempotency-Key") == nil && get.field("Content-Type") == nil)
      #expect(get.field("Accept-Encoding") == "gzip, deflate")
    }
  }

  @Test func derivesTheMethodFromTheCall() async throws {
    try await ScriptedServer.trusted { _ in
      .ok("{}")
    } _: { scripted, server in
      let transport = CurlTransport()
      _ = try await transport.send(TransportRequest(.postChatt, on: server, body: []))
      _ = try await transport.send(TransportRequest(.postAudio, on: server))
      _ = try await transport.send(TransportRequest(.getAudio, on: server, body: [1, 2]))
      #expect(
        scripted.requests.map { $0.head.prefix { $0 != " " } } == ["POST", "POST", "GET"])
      #expect(scripted.requests.allSatisfy { $0.body.isEmpty })
    }
  }

  @Test func readsRetryAfterAndRedirects() async throws {
    let reactions: [ScriptedServer.Reaction] = [
      .response(503, fields: ["Retry-After: 7"], body: []),
      .response(503, fields: ["Retry-After: Fri, 01 Jan 2100 00:00:00 GMT"], body: []),
      .response(503, fields: ["Retry-After: soon"], body: []),
      .response(301, fields: ["Location: /elsewhere"], body: []),
    ]
    let left = Lock(reactions)
    try await ScriptedServer.trusted { _ in
      left.withLock { $0.removeFirst() }
    } _: {
      scripted, server in
      let transport = CurlTransport()
      let request = TransportRequest(.getChatts, on: server)
      let number = try await transport.send(request)
      let date = try await transport.send(request)
      let text = try await transport.send(request)
      let moved = try await transport.send(request)
      #expect(number.retryAfter == .seconds(7) && text.retryAfter == nil)
      #expect(date.retryAfter ?? .zero > .seconds(86_400))
      #expect(moved.status == 301 && moved.redirectURL == scripted.url + "/elsewhere")
      #expect(scripted.requests.count == 4)
    }
  }

  @Test func returnsEntityTagsAndStatus304() async throws {
    let tag = #"W/"a-1""#
    try await ScriptedServer.trusted { request in
      request.field("If-None-Match") == tag
        ? .cut(after: Array("HTTP/1.1 304 Not Modified\r\nETag: \(tag)\r\n\r\n".utf8))
        : .response(200, fields: ["ETag: \(tag)"], body: Array("[]".utf8))
    } _: { _, server in
      let transport = CurlTransport()
      var request = TransportRequest(.getAudio, on: server)
      request.entityTag = try await transport.send(request).entityTag
      #expect(request.entityTag == tag)
      let response = try await transport.send(request)
      #expect(response.status == 304 && response.body.isEmpty && response.entityTag == tag)
    }
  }

  @Test func limitsTheDecodedSizeOfCompressedResponses() async throws {
    let body = [UInt8](repeating: UInt8(ascii: "x"), count: 100_000)
    let directory = try TemporaryDirectory()
    let packed = try await ProgramRun(
      "gzip", ["-c", directory.write(body, to: "body")]
    ).checked().output
    #expect(packed.count < 1000)
    let reaction = ScriptedServer.Reaction.response(
      200, fields: ["Content-Encoding: gzip"], body: packed)
    try await ScriptedServer.trusted { _ in
      reaction
    } _: { _, server in
      let request = TransportRequest(.getChatts, on: server)
      let whole = CurlTransport(limits: limits(responseBytesMax: body.count))
      let response = try await whole.send(request)
      #expect(response.body == body)
      let small = CurlTransport(limits: limits(responseBytesMax: body.count - 1))
      await #expect(throws: ClientError.tooLarge(bytesMax: 99_999)) {
        try await small.send(request)
      }
    }
  }

  @Test func limitsHowMuchASmallResponseInflates() async throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write("", to: "body")
    let packed = try await ProgramRun(
      shell: "head -c 40000000 /dev/zero > $1; gzip -c $1", [path]
    ).checked().output
    let reaction = ScriptedServer.Reaction.response(
      200, fields: ["Content-Encoding: gzip"], body: packed)
    try await ScriptedServer.trusted { _ in
      reaction
    } _: { _, server in
      await #expect(throws: ClientError.tooLarge(bytesMax: 256 << 20)) {
        try await CurlTransport().send(TransportRequest(.getChatts, on: server))
      }
    }
  }

  @Test func rejectsTooLargeAndMalformedResponses() async throws {
    let reactions: [ScriptedServer.Reaction] = [
      .cut(after: Array("HTTP/1.1 200 OK\r\nContent-Length: 2000000\r\n\r\n".utf8)),
      .response(200, fields: ["Content-Encoding: gzip"], body: Array("no gzip at all".utf8)),
      .cut(after: Array("this is no HTTP".utf8)),
    ]
    for reaction in reactions {
      try await ScriptedServer.trusted { _ in
        reaction
      } _: { _, server in
        let transport = CurlTransport(limits: limits())
        let error = await #expect(throws: ClientError.self) {
          try await transport.send(TransportRequest(.getChatts, on: server))
        }
        switch error {
        case .malformedResponse, .tooLarge: break
        default: Issue.record("\(String(describing: error))")
        }
      }
    }
  }

  static let halves: [[UInt8]] = [
    [], Array("HTTP/1.1 200 OK\r\n".utf8),
    Array(ScriptedServer.response(200, body: Array("[[]]".utf8)).dropLast()),
  ]

  @Test(arguments: halves)
  func reportsATruncatedResponseAsCutOff(half: [UInt8]) async throws {
    try await ScriptedServer.trusted { _ in
      .cut(after: half)
    } _: { _, server in
      await #expect(throws: ClientError.network(.cutOff)) {
        try await CurlTransport().send(TransportRequest(.getChatts, on: server))
      }
    }
  }

  @Test func acceptsTrailerFields() async throws {
    let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
    let body = "2\r\n{}\r\n0\r\nX-Sum: 1\r\n\r\n"
    try await ScriptedServer.trusted { _ in
      .cut(after: Array((head + body).utf8))
    } _: { _, server in
      let response = try await CurlTransport().send(TransportRequest(.getChatts, on: server))
      #expect(response.body == Array("{}".utf8))
    }
  }

  /// On a used connection, libcurl retries on its own unless it is prevented.
  @Test(arguments: [(RetryPolicy.never, 1), (RetryPolicy(attemptsMax: 2), 3)])
  func doesNotResendAPostThatIsSentOnce(retries: RetryPolicy, count: Int) async throws {
    try await ScriptedServer.trusted { request in
      request.head.hasPrefix("POST") ? .cut(after: []) : .ok("[]")
    } _: { scripted, server in
      let calls = RemoteCalls(server: server, transport: CurlTransport(), retries: retries)
      let chatt = NewChatt(username: "ada", message: "m")
      _ = try await calls.list(.getChatts)
      await #expect(throws: CallFailure(.network(.cutOff))) {
        try await calls.post(chatt, once: PostKey(randomFor: chatt.call))
      }
      #expect(scripted.requests.count { $0.head.hasPrefix("POST") } == count)
    }
  }

  @Test(arguments: [
    TransferLimits(totalTimeout: .milliseconds(300)), TransferLimits(idleTimeout: .seconds(1)),
  ])
  func timesOutASilentServer(limits: TransferLimits) async throws {
    try await ScriptedServer.trusted { _ in
      .silence(.seconds(3600))
    } _: { _, server in
      let transport = CurlTransport(limits: limits)
      await #expect(throws: ClientError.network(.timedOut)) {
        try await transport.send(TransportRequest(.getChatts, on: server))
      }
    }
  }

  @Test func reportsARefusedConnection() async throws {
    let transport = CurlTransport()
    await #expect(throws: ClientError.network(.refused)) {
      try await transport.send(TransportRequest(.getChatts, on: Server(url: "https://127.0.0.1:1")))
    }
  }
}
