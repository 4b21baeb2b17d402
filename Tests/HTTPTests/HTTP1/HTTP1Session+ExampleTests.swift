import HTTP
import Testing

@Suite("A connection in memory")
struct ExampleConnectionTests {
  /// Returns the request body; `/unread` does not read it, and `/stream` produces a stream.
  private static let echo: Handler = { request in
    switch request.path {
    case "/unread": return Response(.notFound)
    case "/stream": return Response(.ok, body: .stream(length: nil, Letters()))
    case "/broken": return Response(.ok, body: .stream(length: nil, Letters(failsAfter: 1)))
    default:
      do {
        let body = try await request.body.collect(atMost: 1000)
        return Response(.ok, body: .bytes(Array("\(request.path) ".utf8) + body))
      } catch {
        return Response((error as? RequestBodyError)?.status ?? .internalServerError)
      }
    }
  }

  private final class Letters: ResponseStream {
    private var rest = ["a", "bc"]
    private let failsAfter: Int
    private var given = 0

    init(failsAfter: Int = .max) { self.failsAfter = failsAfter }

    func next() async throws -> ArraySlice<UInt8>? {
      if given == failsAfter { throw CancellationError() }
      given += 1
      return rest.isEmpty ? nil : bytes(rest.removeFirst())
    }
  }

  private func exchange(
    _ segments: String..., limits: RequestLimits = RequestLimits()
  ) async -> MemoryStream {
    let stream = MemoryStream(segments)
    await ExampleConnection(stream, limits: limits, handler: Self.echo).run()
    return stream
  }

  private func statuses(_ stream: MemoryStream) -> [String] {
    stream.text.split(separator: "HTTP/1.1 ").map { String($0.prefix(3)) }
      .filter { Int($0) != nil }
  }

  @Test func respondsToPipelinedRequestsInOrderThenCloses() async {
    let post = "POST /b HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nhi"
    let stream = await exchange(
      "GET /a HTTP/1.1\r\nHost: a\r\n\r\n\(post)GET /c HTTP/1.1\r\nHo", "st: a\r\n\r\n")
    #expect(statuses(stream) == ["200", "200", "200"])
    let order = ["\r\n\r\n/a ", "\r\n\r\n/b hi", "\r\n\r\n/c "].map {
      stream.text.firstRange(of: $0)
    }
    #expect(order.allSatisfy { $0 != nil })
    #expect(order.compactMap { $0?.lowerBound }.sorted() == order.compactMap { $0?.lowerBound })
    #expect(stream.isClosed && !stream.text.contains("Connection"))
  }

  @Test func writesContinueBeforeWaitingForTheBody() async {
    let stream = await exchange(
      "POST /a HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n", "hi")
    #expect(stream.text.hasPrefix("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n"))
    #expect(stream.text.hasSuffix("/a hi"))
    #expect(stream.writtenBeforeRead[1] == 25)
  }

  @Test func doesNotRequestABodyThatTheAppIgnores() async {
    let stream = await exchange(
      "POST /unread HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n")
    #expect(statuses(stream) == ["404"])
    #expect(stream.text.contains("Connection: close"))
    #expect(stream.isWritingEnded && stream.isClosed)
  }

  @Test func drainsAnUnreadBodyThenServesTheNextRequest() async {
    let stream = await exchange(
      "POST /unread HTTP/1.1\r\nHost: a\r\nContent-Length: 20\r\n\r\nGET /x", " HTTP/1.1\r\n\r\n",
      ".GET /b HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(statuses(stream) == ["404", "200"])
    #expect(stream.text.hasSuffix("\r\n\r\n/b "))
  }

  @Test func keepsTheConnectionAfterABodyOverItsLimit() async {
    let stream = await exchange(
      "POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 12\r\n\r\nhello ",
      "hello!GET /b HTTP/1.1\r\nHost: a\r\n\r\n", limits: RequestLimits(bodyBytesMax: 10))
    #expect(statuses(stream) == ["413", "200"])
    #expect(!stream.text.contains("Connection: close"))
  }

  @Test func sendsAStreamedResponseInChunks() async {
    let stream = await exchange("GET /stream HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(stream.text.hasSuffix("\r\n\r\n1\r\na\r\n2\r\nbc\r\n0\r\n\r\n"))
  }

  @Test func truncatesAFailingResponseAndClosesTheStream() async {
    let stream = await exchange(
      "GET /broken HTTP/1.1\r\nHost: a\r\n\r\nGET /b HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(stream.text.hasSuffix("\r\n\r\n1\r\na\r\n"))
    #expect(stream.isClosed && !stream.isWritingEnded)
  }

  @Test(arguments: BrokenRequest.all)
  func respondsToEveryBrokenRequestThenEndsTheStream(_ request: BrokenRequest) async {
    let stream = await exchange(request.text)
    #expect(statuses(stream) == ["\(request.status)"])
    #expect(stream.text.contains("Connection: close"))
    #expect(stream.isWritingEnded && stream.isClosed)
  }

  @Test(arguments: GoodRequest.all)
  func respondsToEveryGoodRequest(_ request: GoodRequest) async {
    let stream = await exchange(request.text)
    #expect(statuses(stream).last == "200")
    let expected = "\(request.path) \(request.body)"
    #expect(stream.text.hasSuffix(request.method == .head ? "\r\n\r\n" : expected))
  }

  @Test func respondsToATruncatedRequestWith400() async {
    #expect(statuses(await exchange("GET / HTTP/1.1\r\nHo")) == ["400"])
    #expect(
      statuses(await exchange("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nhello"))
        == ["400"])
    #expect(statuses(await exchange("")) == [])
  }

  @Test(arguments: 0..<4)
  func closesTheConnectionAfterRandomChanges(seed: UInt64) async {
    var random = SplitMix(state: seed)
    for _ in 0..<100 {
      var bytes = Array(GoodRequest.pipeline.utf8)
      for _ in 0..<3 {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(
          in: 0...127, using: &random)
      }
      let stream = await exchange(String(decoding: bytes, as: UTF8.self))
      #expect(stream.isClosed)
    }
  }
}
