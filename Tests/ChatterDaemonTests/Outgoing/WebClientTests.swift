import EventLoop
import HTTP
import TLS
import TestSupport
import Testing

@testable import ChatterDaemon

struct WebClientTests {
  private func request(
    _ url: String, json: String? = nil, bytesMax: Int = 1000, timeout: Duration = soon
  ) throws -> WebClient.Request {
    WebClient.Request(
      url: try #require(WebURL(url)), json: json.map { Array($0.utf8) }, bytesMax: bytesMax,
      timeout: timeout)
  }

  /// Sends a request with a client on a loop of its own; nil if there is a response.
  private func failure(
    _ request: WebClient.Request, trusting file: String? = nil
  ) async throws -> WebClient.Failure? {
    let loop = try EventLoop(name: "web client")
    defer { loop.stop() }
    let client = try WebClient(on: loop, agent: "chatterd/test", trusting: file)
    do throws(WebClient.Failure) {
      _ = try await client.response(to: request)
      return nil
    } catch {
      return error
    }
  }

  private func response(
    _ request: WebClient.Request, trusting file: String? = nil
  ) async throws -> ReceivedResponse {
    let loop = try EventLoop(name: "web client")
    defer { loop.stop() }
    return try await WebClient(on: loop, agent: "chatterd/test", trusting: file)
      .response(to: request)
  }

  @Test func getsAResource() async throws {
    try await ScriptedServer.with(nil) { _ in
      .ok("hello")
    } _: { server in
      let response = try await response(request(server.url + "/keys?x=1"))
      #expect(response == ReceivedResponse(status: 200, body: Array("hello".utf8)))
      let head = try #require(server.requests.first?.head)
      #expect(head.hasPrefix("GET /keys?x=1 HTTP/1.1\r\n"))
      #expect(server.requests[0].field("Host") == "127.0.0.1:\(server.number)")
      #expect(server.requests[0].field("User-Agent") == "chatterd/test")
      #expect(server.requests[0].field("Connection") == "close")
    }
  }

  @Test func postsJSONToAHostName() async throws {
    try await ScriptedServer.with(nil) { _ in
      .response(403, fields: ["X: y"], body: Array("no".utf8))
    } _: { server in
      let url = "http://localhost:\(server.number)/hook"
      let response = try await response(request(url, json: #"{"a":1}"#))
      #expect(response == ReceivedResponse(status: 403, body: Array("no".utf8)))
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
      let response = try await response(request(server.url))
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
      #expect(try await response(request(server.url), trusting: file).status == 200)
      guard case .connection = try await failure(request(server.url)) else {
        Issue.record("a certificate that the system does not trust was accepted")
        return
      }
      #expect(server.requests.count == 1, "nothing is sent to a server that is not trusted")
      // The certificate is not for this name.
      let other = "https://localhost:\(server.number)/"
      guard case .connection = try await failure(request(other), trusting: file) else {
        Issue.record("a certificate for another name was accepted")
        return
      }
    }
  }

  @Test func hasATimeLimit() async throws {
    try await ScriptedServer.with(nil) { _ in
      .silence(.seconds(60))
    } _: { server in
      let failure = try await failure(request(server.url, timeout: .milliseconds(50)))
      #expect(failure == .timedOut)
    }
  }

  @Test func limitsTheSizeOfTheResponse() async throws {
    try await ScriptedServer.with(nil) { _ in
      .ok(String(repeating: "x", count: 1001))
    } _: { server in
      let tooLarge = try await failure(request(server.url))
      let fits = try await failure(request(server.url, bytesMax: 1001))
      #expect(tooLarge == .notHTTP(.tooLarge) && fits == nil)
    }
  }

  @Test(
    arguments: [
      ("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhi", ResponseReaderError.truncated),
      ("", .truncated), ("SMTP ready\r\n\r\n", .malformed),
    ])
  func reportsResponsesThatAreNotHTTP(text: String, error: ResponseReaderError) async throws {
    try await ScriptedServer.with(nil) { _ in
      .cut(after: Array(text.utf8))
    } _: { server in
      let failure = try await failure(request(server.url))
      #expect(failure == .notHTTP(error))
    }
  }

  @Test func reportsServersThatAreAway() async throws {
    var url = ""
    try await ScriptedServer.with(nil) { _ in
      .ok("")
    } _: { server in
      url = server.url
    }
    guard case .connection(let reason) = try await failure(request(url)) else {
      Issue.record("connected to a server that is away")
      return
    }
    #expect(reason.contains("refused"))
    let unknown = try await failure(request("http://nowhere.invalid/"))
    #expect(unknown == .unresolvable(host: "nowhere.invalid"))
  }
}
