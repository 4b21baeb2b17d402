import Crypto
import Curl
import System
import TestSupport
import Testing

@testable import ChatterDaemon

struct WebClientTests {
  private func response(
    _ url: String, json: String? = nil, bytesMax: Int = 1000, timeout: Duration = soon,
    trusting file: String? = nil
  ) async throws -> CurlResponse {
    try await WebClient(agent: "chatterd/test", trusting: file).response(
      from: try #require(WebURL(url)), posting: json.map { Array($0.utf8) }, bytesMax: bytesMax,
      timeout: timeout)
  }

  /// Returns why there is no response to a request; nil if there is one.
  private func failure(
    _ url: String, bytesMax: Int = 1000, timeout: Duration = soon, trusting file: String? = nil
  ) async -> CurlError? {
    do {
      _ = try await response(url, bytesMax: bytesMax, timeout: timeout, trusting: file)
      return nil
    } catch {
      return error as? CurlError
    }
  }

  @Test func getsAResource() async throws {
    try await ScriptedServer.with(nil) { _ in
      .ok("hello")
    } _: { server in
      let response = try await response(server.url + "/keys?x=1")
      #expect(response.status == 200 && response.body == Array("hello".utf8))
      let head = try #require(server.requests.first?.head)
      #expect(head.hasPrefix("GET /keys?x=1 HTTP/1.1\r\n"))
      #expect(server.requests[0].field("Host") == "127.0.0.1:\(server.number)")
      #expect(server.requests[0].field("User-Agent") == "chatterd/test")
    }
  }

  @Test func postsJSONToAHostName() async throws {
    try await ScriptedServer.with(nil) { _ in
      .response(403, fields: ["X: y"], body: Array("no".utf8))
    } _: { server in
      let url = "http://localhost:\(server.number)/hook"
      let response = try await response(url, json: #"{"a":1}"#)
      #expect(response.status == 403 && response.body == Array("no".utf8))
      let received = try #require(server.requests.first)
      #expect(received.head.hasPrefix("POST /hook HTTP/1.1\r\n"))
      #expect(received.body == Array(#"{"a":1}"#.utf8))
      #expect(received.field("Content-Type") == "application/json")
    }
  }

  @Test func doesNotFollowRedirects() async throws {
    try await ScriptedServer.with(nil) { _ in
      .response(302, fields: ["Location: /other"], body: [])
    } _: { server in
      let response = try await response(server.url)
      #expect(response.status == 302)
      #expect(server.requests.count == 1)
    }
  }

  @Test func trustsOnlyCertificatesOfItsAuthorities() async throws {
    let directory = try TemporaryDirectory()
    let key = try CertificateRequest(hosts: ["127.0.0.1"]).make()
    let file = directory.path + "/server.crt"
    try key.write(
      to: CertifiedKeyFiles(certificate: file, privateKey: directory.path + "/server.key"))
    try await ScriptedServer.with(key) { _ in
      .ok("secret")
    } _: { server in
      let here = server.url
      let response = try await response(here, trusting: file)
      #expect(response.status == 200)
      #expect(await failure(here) == .tls(.untrusted))
      #expect(server.requests.count == 1, "nothing is sent to a server that is not trusted")
      // The certificate is not for this name.
      let other = "https://localhost:\(server.number)/"
      #expect(await failure(other, trusting: file) == .tls(.wrongHost))
    }
  }

  @Test func hasATimeLimit() async throws {
    try await ScriptedServer.with(nil) { _ in
      .silence(.seconds(60))
    } _: { server in
      let failure = await failure(server.url, timeout: .milliseconds(50))
      #expect(failure == .timedOut)
    }
  }

  @Test func limitsTheSizeOfTheResponse() async throws {
    try await ScriptedServer.with(nil) { _ in
      .ok(String(repeating: "x", count: 1001))
    } _: { server in
      let tooLarge = await failure(server.url)
      let fits = await failure(server.url, bytesMax: 1001)
      #expect(tooLarge == .tooLarge && fits == nil)
    }
  }

  /// Responses without an end: their start, the part that then repeats byte by byte, and how many
  /// of it come with the start, which saves time.
  private static let endless = [
    ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", "1\r\nx\r\n", 0),
    ("HTTP/1.1 200 OK\r\n", "X: y\r\n", 10_000),
  ]

  /// Returns a segment of such a response.
  private static func segment(
    _ number: Int, of start: String, _ part: String, _ count: Int
  ) -> [UInt8] {
    guard number > 0 else { return Array((start + String(repeating: part, count: count)).utf8) }
    return [Array(part.utf8)[(number - 1) % part.utf8.count]]
  }

  @Test(arguments: endless)
  func hasATimeLimitForAResponseOfSingleBytes(
    start: String, part: String, count: Int
  ) async throws {
    try await ScriptedServer.with(nil) { _ in
      .endless { Self.segment($0, of: start, part, count) }
    } _: { server in
      // Without the limit of time, the one of bytes would end it later.
      let failure = await failure(server.url, bytesMax: 100_000, timeout: .milliseconds(50))
      #expect(failure == .timedOut)
    }
  }

  /// Each hundredth segment is sent after another task on the loop of the client has run.
  @Test(arguments: endless)
  func letsItsLoopServeOthersBetweenSingleBytes(
    start: String, part: String, count: Int
  ) async throws {
    try await onLoop { loop in
      let servedCount = Lock(0)
      try await ScriptedServer.with(nil) { _ in
        .endless { number in
          if number.isMultiple(of: 100) {
            try await loop.run { servedCount.withLock { $0 += 1 } }
          }
          return Self.segment(number, of: start, part, count)
        }
      } _: { server in
        let failure = await failure(server.url)
        #expect(failure == .tooLarge)
      }
      #expect(servedCount.withLock { $0 } > 10)
    }
  }

  /// What a response may cost besides its body: interim heads, fields and extensions of chunks.
  @Test(
    arguments: [
      "HTTP/1.1 103 Early Hints\r\nLink: <x>\r\n\r\n", "X: y\r\n", "1;aaaaaaaaaaaaaaaa\r\nx\r\n",
    ])
  func limitsTheBytesThatAreNotTheBody(part: String) async throws {
    let start =
      switch part.first {
      case "1": "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
      case "X": "HTTP/1.1 200 OK\r\n"
      default: ""
      }
    let text = start + String(repeating: part, count: 200_000 / part.utf8.count)
    try await ScriptedServer.with(nil) { _ in
      .cut(after: Array(text.utf8))
    } _: { server in
      #expect(await failure(server.url, bytesMax: 16 << 10) == .tooLarge)
    }
  }
}
