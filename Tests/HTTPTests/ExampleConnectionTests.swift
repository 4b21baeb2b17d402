import HTTP
import Testing

@Suite("A connection in memory")
struct ExampleConnectionTests {
  /// Answers with what it was sent; `/unread` without reading it, `/stream` while it is made.
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

  @Test("pipelined requests are answered in order, and the stream is closed at its end")
  func pipelining() async {
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

  @Test("100 Continue is written before the content is waited for")
  func continues() async {
    let stream = await exchange(
      "POST /a HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n", "hi")
    #expect(stream.text.hasPrefix("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n"))
    #expect(stream.text.hasSuffix("/a hi"))
    #expect(stream.writtenBeforeRead[1] == 25)
  }

  @Test("content that nobody waits with is not asked for")
  func refusesEarly() async {
    let stream = await exchange(
      "POST /unread HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n")
    #expect(statuses(stream) == ["404"])
    #expect(stream.text.contains("Connection: close"))
    #expect(stream.isWritingEnded && stream.isClosed)
  }

  @Test("content that the app does not read is drained, and the next request answered")
  func drains() async {
    let stream = await exchange(
      "POST /unread HTTP/1.1\r\nHost: a\r\nContent-Length: 20\r\n\r\nGET /x", " HTTP/1.1\r\n\r\n",
      ".GET /b HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(statuses(stream) == ["404", "200"])
    #expect(stream.text.hasSuffix("\r\n\r\n/b "))
  }

  @Test("a body over its limit is refused by the app, and the connection kept")
  func tooLarge() async {
    let stream = await exchange(
      "POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 12\r\n\r\nhello ",
      "hello!GET /b HTTP/1.1\r\nHost: a\r\n\r\n", limits: RequestLimits(bodyBytesMax: 10))
    #expect(statuses(stream) == ["413", "200"])
    #expect(!stream.text.contains("Connection: close"))
  }

  @Test("a response that is made while it is sent is chunked")
  func streams() async {
    let stream = await exchange("GET /stream HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(stream.text.hasSuffix("\r\n\r\n1\r\na\r\n2\r\nbc\r\n0\r\n\r\n"))
  }

  @Test("a response that fails is cut short, and the stream closed without an orderly end")
  func failingStream() async {
    let stream = await exchange(
      "GET /broken HTTP/1.1\r\nHost: a\r\n\r\nGET /b HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(stream.text.hasSuffix("\r\n\r\n1\r\na\r\n"))
    #expect(stream.isClosed && !stream.isWritingEnded)
  }

  @Test(
    "every broken request has its answer, and then the stream is ended",
    arguments: BrokenRequest.all)
  func broken(_ request: BrokenRequest) async {
    let stream = await exchange(request.text)
    #expect(statuses(stream) == ["\(request.status)"])
    #expect(stream.text.contains("Connection: close"))
    #expect(stream.isWritingEnded && stream.isClosed)
  }

  @Test("every good request has its answer", arguments: GoodRequest.all)
  func good(_ request: GoodRequest) async {
    let stream = await exchange(request.text)
    #expect(statuses(stream).last == "200")
    let expected = "\(request.path) \(request.body)"
    #expect(stream.text.hasSuffix(request.method == .head ? "\r\n\r\n" : expected))
  }

  @Test("a request cut short is answered with 400 where the client still listens")
  func truncated() async {
    #expect(statuses(await exchange("GET / HTTP/1.1\r\nHo")) == ["400"])
    #expect(
      statuses(await exchange("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nhello"))
        == ["400"])
    #expect(statuses(await exchange("")) == [])
  }

  @Test("changed bytes neither trap nor hang a connection", arguments: 0..<4)
  func mutations(seed: UInt64) async {
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
