import Chatter
import HTTP
import TestSupport
import Testing

@testable import ChatterServer
@testable import ChatterStore

struct ChatterServiceTests {
  private let service = TestService()

  static let getPaths = ["/getchatts/", "/getchatts", "/getaudio/", "/getaudio"]
  static let postPaths = ["/postchatt/", "/postchatt", "/postaudio/", "/postaudio"]

  @Test(arguments: getPaths + postPaths)
  func neverRedirects(path: String) async throws {
    for method in [Method.get, .head, .post, .options, "PUT"] {
      let status = try await service.send(method, path).status.code
      #expect(!(300..<400).contains(status))
    }
  }

  @Test(
    arguments: [
      "/", "/getchatts//", "//getchatts/", "/getchatt", "/GetChatts", "/getchatts/x",
      "/getchatts%2F", "/livez/", "/../etc/passwd", "/?/getchatts/",
    ])
  func returns404ForUnknownPathsWhateverTheMethod(path: String) async throws {
    for method in [Method.get, .post, .options, "DELETE"] {
      let body = CountedBody(announced: 10)
      let response = try await service.send(method, path, body: body)
      #expect(response.status == .notFound)
      let message = try await response.errorMessage()
      #expect(message?.contains("/getchatts/") == true)
      #expect(body.readCount == 0)
    }
  }

  @Test func returns405WithAllowForWrongMethods() async throws {
    let wrong: [(String, [Method], String)] = [
      ("/getchatts/", [.post, "PUT", "DELETE", "PATCH", "TRACE", "get"], "GET, HEAD, OPTIONS"),
      ("/getaudio", [.post, "PUT", "BREW"], "GET, HEAD, OPTIONS"),
      ("/postchatt/", [.get, .head, "PUT", "DELETE"], "POST, OPTIONS"),
      ("/postaudio", [.get, .head, "post"], "POST, OPTIONS"),
      ("/livez", [.post], "GET, HEAD, OPTIONS"), ("/readyz", ["DELETE"], "GET, HEAD, OPTIONS"),
      ("/openapi.yaml", [.post], "GET, HEAD, OPTIONS"),
      ("/v1/server", [.post], "GET, HEAD, OPTIONS"),
    ]
    for (path, methods, allowed) in wrong {
      for method in methods {
        let body = CountedBody(announced: 10)
        let response = try await service.send(method, path, body: body)
        #expect(response.status == .methodNotAllowed)
        #expect(response.fields[.allow] == allowed)
        #expect(try await response.errorMessage()?.hasPrefix("wrong method: send ") == true)
        #expect(body.readCount == 0)
      }
    }
  }

  @Test func listsAllowedMethodsForOptions() async throws {
    let expected = [
      "/getchatts/": "GET, HEAD, OPTIONS", "/postaudio": "POST, OPTIONS",
      "/openapi.yaml": "GET, HEAD, OPTIONS", "/v1/server": "GET, HEAD, OPTIONS",
      "*": "GET, HEAD, POST, OPTIONS",
    ]
    for (target, allowed) in expected {
      let response = try await service.send(.options, target)
      #expect(response.status == .noContent)
      #expect(response.fields[.allow] == allowed)
      #expect(try await response.bytes().isEmpty)
      #expect(!response.fields.contains(.accessControlAllowOrigin))
    }
  }

  /// The connection leaves out the body of the response.
  @Test func respondsToHeadAsToGet() async throws {
    for path in ["/getchatts/", "/getaudio", "/livez", "/openapi.yaml", "/v1/server"] {
      let get = try await service.send(.get, path)
      let head = try await service.send(.head, path)
      #expect(head.status == get.status && head.fields == get.fields)
      #expect(head.body.announcedBytes == get.body.announcedBytes)
    }
  }

  @Test func setsCacheControlAndContentType() async throws {
    let json: Set = ["application/json; charset=utf-8"]
    let get = try await service.send(.get, "/getchatts/")
    #expect(get.fields.values(of: .cacheControl) == ["no-cache"])
    let posted = try await service.post(.postChatt, #"{"username":"a","message":"b"}"#)
    let refused = try await service.post(.postChatt, "")
    let unknown = try await service.send(.get, "/x")
    for response in [posted, refused, unknown] {
      #expect(response.fields.values(of: .cacheControl) == ["no-store"])
    }
    for response in [get, posted, refused, unknown] {
      #expect(Set(response.fields.values(of: .contentType)) == json)
      #expect(!response.fields.contains(.strictTransportSecurity))
      #expect(!response.fields.contains(.vary))
    }
  }

  @Test func refusesPostsWhoseIfMatchNamesATag() async throws {
    let body = #"{"username":"a","message":"b"}"#
    for path in [Call.postChatt, .postAudio] {
      let refused = try await service.post(path, body, fields: [.ifMatch: "\"x\""])
      #expect(refused.status.code == 412)
    }
    #expect(try await service.timeline.chatts().isEmpty)
    #expect(try await service.post(.postChatt, body, fields: [.ifMatch: "*"]).status == .ok)
  }

  @Test func addsStrictTransportSecurityToEveryResponse() async throws {
    let service = TestService { $0.strictTransportSecurity = .seconds(31_536_000) }
    for path in ["/getchatts/", "/nothing", "/postchatt/"] {
      let response = try await service.send(.get, path)
      #expect(response.fields.values(of: .strictTransportSecurity) == ["max-age=31536000"])
    }
  }

  @Test func addsCrossOriginFieldsToErrors() async throws {
    let service = TestService { $0.crossOrigin = CrossOrigin(origins: ["https://a.example"]) }
    for path in ["/getchatts/", "/nothing", "/postchatt/"] {
      let response = try await service.send(.get, path, fields: [.origin: "https://a.example"])
      #expect(response.fields[.accessControlAllowOrigin] == "https://a.example")
      #expect(response.fields.values(of: .vary) == ["Origin"])
    }
  }

  @Test func reportsDatabaseStateInReadyzButNotInLivez() async throws {
    let service = TestService(readiness: { throw ReadError.unavailable(retryAfter: .zero) })
    let live = try await service.send(.get, "/livez")
    #expect(live.status == .ok)
    #expect(try await live.text() == #"{"status":"live"}"#)
    let away = try await service.send(.get, "/readyz")
    #expect(away.status == .serviceUnavailable)
    #expect(away.fields[.retryAfter] == "1")
    let ready = try await TestService().send(.get, "/readyz")
    #expect(ready.status == .ok)
    #expect(try await ready.text() == #"{"status":"ready"}"#)
  }

  @Test func hidesDetailsOfUnexpectedErrorsFromClients() async throws {
    struct Unforeseen: Error { let secret = "password=hunter2 in /etc/x" }
    let service = TestService(readiness: { throw Unforeseen() })
    let response = try await service.send(.get, "/readyz")
    #expect(response.status == .internalServerError)
    let text = try await response.text()
    #expect(!text.contains("hunter2") && !text.contains("Unforeseen"))
    guard case .failed(let reason) = service.events.all.first else {
      Issue.record("nothing was reported")
      return
    }
    #expect(reason.contains("Unforeseen"))
  }

  @Test(
    arguments: [
      (.unavailable(retryAfter: .milliseconds(2500)), 503, "3"), (.timedOut, 503, "1"),
      (.outcomeUnknown, 504, nil), (.cancelled, 503, "1"), (.refused("too long"), 422, nil),
      (.malformedResponse("SQLSTATE XX000"), 500, nil),
    ] as [(TimelineError, Int, String?)])
  func mapsTimelineErrors(error: TimelineError, status: Int, retryAfter: String?) async throws {
    await service.timeline.fail(with: error)
    let clip = TinyClip.base64Lines.filter { $0 != "\n" }
    let responses = [
      try await service.send(.get, "/getchatts/"), try await service.send(.get, "/getaudio/"),
      try await service.post(.postChatt, #"{"username":"a","message":"b"}"#),
      try await service.post(.postAudio, #"{"username":"a","audio":"\#(clip)"}"#),
    ]
    for response in responses {
      #expect(response.status.code == status)
      #expect(response.fields[.retryAfter] == retryAfter)
      let message = try #require(try await response.errorMessage())
      #expect(!message.contains("SQLSTATE"))
    }
    #expect(service.events.failures.count == (status == 500 ? 4 : 0))
    await service.timeline.fail(with: nil)
    #expect(try await service.list(.getChatts) == "[]", "nothing was stored")
  }
}
