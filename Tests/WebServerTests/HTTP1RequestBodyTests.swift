import HTTP
import Sockets
import System
import Testing

@testable import WebServer

struct HTTP1RequestBodyTests {
  private let seen = Seen()

  /// The requests and errors that an app has seen, on one loop.
  private final class Seen: @unchecked Sendable {
    var requests: [Request] = []
    var errors: [RequestBodyError] = []
  }

  @Test func readsNothingOfALaterRequestsBody() async throws {
    let stream = ScriptedStream([
      .bytes(post("/1", "first") + post("/2", "secret", fields: "Connection: close\r\n"))
    ])
    let context = try Connection.Context.test(contexts: TestCertificate.contexts) { request in
      if let earlier = seen.requests.first {
        do throws(RequestBodyError) {
          _ = try await earlier.body.next()
        } catch {
          seen.errors.append(error)
        }
      }
      seen.requests.append(request)
      let body = (try? await request.body.collect(atMost: 100)) ?? []
      return Response(.ok, body: .bytes(body))
    }
    await HTTP1Connection(over: stream, context: context).run()
    #expect(seen.errors == [.notAvailable])
    #expect(stream.text.contains("\r\n\r\nfirst"))
    #expect(stream.text.hasSuffix("\r\n\r\nsecret"))
    await #expect(throws: RequestBodyError.notAvailable) {
      _ = try await seen.requests[1].body.next()
    }
  }

  @Test func doesNotHoldTheConnection() async throws {
    let context = try Connection.Context.test(contexts: TestCertificate.contexts) { request in
      seen.requests.append(request)
      return Response(.ok)
    }
    weak var connection: HTTP1Connection?
    weak var stream: ScriptedStream?
    do {
      let made = ScriptedStream([.bytes(post("/1", "first") + get("/2"))])
      let running = HTTP1Connection(over: made, context: context)
      (connection, stream) = (running, made)
      await running.run()
      #expect(made.isClosed)
    }
    #expect(seen.requests.map(\.path) == ["/1", "/2"])
    #expect(connection == nil)
    #expect(stream == nil)
  }

  @Test(arguments: [true, false])
  func announcesTheLengthOfTheHead(isChunked: Bool) async throws {
    let chunked = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
    let stream = ScriptedStream([.bytes(isChunked ? chunked : post("/", "hello"))])
    let context = try Connection.Context.test(contexts: TestCertificate.contexts) { request in
      seen.requests.append(request)
      return Response(.ok)
    }
    await HTTP1Connection(over: stream, context: context).run()
    #expect(seen.requests.map(\.body.announcedBytes) == [isChunked ? nil : 5])
  }

  @Test func readsLittleForAHeadAndMoreForABody() async throws {
    let head = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\n"
    let stream = ScriptedStream([.bytes(head), .bytes("hello"), .bytes(get("/"))])
    let context = try Connection.Context.test(contexts: TestCertificate.contexts) { request in
      _ = try? await request.body.collect(atMost: 100)
      return Response(.ok)
    }
    await HTTP1Connection(over: stream, context: context).run()
    let small = HTTP1Connection.headReadBytesMax
    #expect(stream.readSizes == [small, ServerLimits().readBytesMax, small, small])
  }

  @Test(
    arguments: [
      (StreamError.reset, RequestBodyError.truncated), (.cancelled, .truncated),
      (.timedOut, .timedOut), (.truncated, .truncated),
    ])
  func reportsAFailedStreamToTheApp(failure: StreamError, reported: RequestBodyError) async throws {
    let head = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n"
    let stream = ScriptedStream([.bytes(head), .bytes("hello"), .fails(failure)])
    let context = try Connection.Context.test(contexts: TestCertificate.contexts) { request in
      do throws(RequestBodyError) {
        _ = try await request.body.collect(atMost: 100)
      } catch {
        seen.errors.append(error)
      }
      return Response(.badRequest)
    }
    await HTTP1Connection(over: stream, context: context).run()
    #expect(seen.errors == [reported])
  }
}
