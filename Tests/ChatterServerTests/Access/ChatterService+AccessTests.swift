import Chatter
import Crypto
import HTTP
import System
import TLS
import TestSupport
import Testing

@testable import ChatterServer

struct ChatterServiceAccessTests {
  static let id = "01942485-5e23-7d27-9f0c-0d6a4b0e8a51"

  /// A request of each endpoint that a server can restrict.
  static let requests: [(method: Method, target: String)] = [
    (.get, "/getchatts/"), (.get, "/getchatts"), (.head, "/getchatts/"), (.get, "/getaudio/"),
    (.get, "/v1/chatts"), (.head, "/v1/chatts"), (.get, "/v1/chatts?q=secret"),
    (.get, "/v1/chatts/\(id)"), (.get, "/v1/audio/\(id).m4a"), (.get, "/v1/events"),
    (.get, "/v1/events?since=x"), (.post, "/postchatt/"), (.post, "/postaudio"),
    (.post, "/v1/chatts"), (.delete, "/v1/chatts/\(id)"),
  ]

  /// Every way to be wrong: the fields, the status and the reason in the log.
  static let wrong: [(values: [String], status: Int, reason: String)] = [
    ([], 401, "token-missing"), ([""], 401, "token-missing"), (["Bearer"], 401, "token-missing"),
    (["Basic YW5uOg=="], 401, "token-other-scheme"), (["ann"], 401, "token-other-scheme"),
    (["Token ann"], 401, "token-other-scheme"),
    (["Bearer ann", "Bearer ann"], 401, "token-repeated"),
    (["Bearer ann, Bearer ann"], 401, "token-malformed"),
    (["Bearer ann bob"], 401, "token-malformed"),
    (["Bearer \u{E4}nn"], 401, "token-malformed"), (["Bearer \u{1F511}"], 401, "token-malformed"),
    (["Bearer \(String(repeating: "a", count: 8193))"], 401, "token-oversized"),
    (["Bearer an"], 401, "token-unknown"), (["Bearer annn"], 401, "token-unknown"),
    (["Bearer ANN"], 401, "token-unknown"), (["Bearer forbidden"], 403, "token-audience"),
    (["Bearer unavailable"], 503, ""),
  ]

  /// A server that needs tokens, unless changed.
  private func restricted(
    change: (inout AccessPolicy) -> Void = { _ in }
  ) -> TestService {
    TestService(tokens: NamedTokens()) { settings in
      settings.access.posting = .token
      settings.access.reading = .token
      change(&settings.access)
    }
  }

  private func fields(_ values: [String]) throws -> HeaderFields {
    var fields = HeaderFields()
    for value in values { fields.append(.authorization, try FieldValue(value)) }
    return fields
  }

  @Test func deniesEveryWrongTokenAtEveryEndpoint() async throws {
    for (values, status, reason) in Self.wrong {
      let test = restricted()
      for (method, target) in Self.requests {
        let body = CountedBody(Array(#"{"username":"ann","message":"x"}"#.utf8))
        let response = try await test.send(
          method, target, fields: try fields(values), body: body)
        #expect(response.status.code == status, "\(method) \(target) \(values)")
        #expect(body.readCount == 0, "\(method) \(target) \(values)")
        try await checkDenial(response, isV1: target.hasPrefix("/v1/"), status)
      }
      let denials = test.events.denials
      #expect(denials.count == (status == 503 ? 0 : Self.requests.count), "\(values)")
      #expect(denials.allSatisfy { $0.reason == reason && $0.status == status }, "\(values)")
      #expect(denials.allSatisfy { $0.remote == "192.0.2.7" })
      #expect(try await test.timeline.chatts().isEmpty)
    }
  }

  private func checkDenial(_ response: Response, isV1: Bool, _ status: Int) async throws {
    let challenge = response.fields[.authenticate]
    #expect((status == 401) == (challenge?.hasPrefix("Bearer") == true))
    #expect(response.fields[.cacheControl] == "no-store")
    #expect((status == 503) == (response.fields[.retryAfter] == "3"))
    let text = try await response.text()
    if isV1 {
      #expect(response.fields[.contentType] == "application/problem+json")
      #expect(text.contains(#""status":\#(status)"#) && text.contains(#","code":""#))
    } else {
      #expect(text.hasPrefix(#"{"error":""#))
    }
  }

  @Test(arguments: ["Bearer ann", "bearer ann", "BEARER  ann"])
  func acceptsAValidTokenAtEveryEndpoint(value: String) async throws {
    let test = restricted()
    for (method, target) in Self.requests where method != .delete {
      let json = Array(#"{"username":"ann","message":"x"}"#.utf8)
      let response = try await test.send(
        method, target, fields: try fields([value]), body: BufferedBody(json))
      #expect(![401, 403].contains(response.status.code), "\(method) \(target)")
    }
    #expect(test.events.denials.isEmpty)
  }

  @Test func distinguishesAMissingTokenFromAnInvalidOne() async throws {
    let test = restricted()
    let missing = try await test.send(.get, "/v1/chatts")
    #expect(missing.fields[.authenticate] == "Bearer")
    #expect(try await missing.text().contains(#""code":"token-missing""#))
    let invalid = try await test.send(.get, "/v1/chatts", fields: try fields(["Bearer x"]))
    #expect(invalid.fields[.authenticate] == "Bearer error=\"invalid_token\"")
    #expect(try await invalid.text().contains(#""code":"token-unknown""#))
    let forbidden = try await test.send(
      .get, "/v1/chatts", fields: try fields(["Bearer forbidden"]))
    #expect(try await forbidden.text().contains(#""code":"token-audience""#))
  }

  @Test func restrictsOnlyWhatItsOptionsSay() async throws {
    for (posting, reading) in [(false, false), (true, false), (false, true), (true, true)] {
      let test = restricted {
        $0.posting = posting ? .token : .open
        $0.reading = reading ? .token : .open
      }
      for (method, target) in Self.requests where method != .delete {
        let json = Array(#"{"username":"eve","message":"x"}"#.utf8)
        let response = try await test.send(method, target, body: BufferedBody(json))
        let isDenied = method == .post ? posting : reading
        #expect((response.status == .unauthorized) == isDenied, "\(method) \(target)")
      }
    }
  }

  /// Front ends and monitoring need them before there is a token.
  @Test func leavesTheServerItsHealthAndPreflightsOpen() async throws {
    let test = restricted { _ in }
    for path in ["/livez", "/readyz", "/v1/server", "/openapi.yaml"] {
      #expect(try await test.send(.get, path).status == .ok, "\(path)")
    }
    for (_, target) in Self.requests {
      #expect(try await test.send(.options, target).status == .noContent, "\(target)")
    }
    #expect(try await test.send(.options, "*").status == .noContent)
    let server = try await test.send(.get, "/v1/server").text()
    #expect(server.contains(#""postingNeedsToken":true,"readingNeedsToken":true"#))
    let site = TestService(tokens: NamedTokens()) {
      $0.access.reading = .token
      $0.otherPaths = { _ in Response(.ok) }
    }
    #expect(try await site.send(.get, "/").status == .ok)
  }

  @Test func refusesAPostUnderAnotherName() async throws {
    for name in ["bob", "Ann", "ann ", ""] {
      let test = restricted()
      for (method, target) in Self.requests where method == .post {
        let json = Array(#"{"username":"\#(name)","message":"x"}"#.utf8)
        let response = try await test.send(
          .post, target, fields: try fields(["Bearer ann"]), body: BufferedBody(json))
        #expect(response.status.code == (name.isEmpty ? 422 : 403), "\(method) \(target) \(name)")
      }
      #expect(test.events.denials.allSatisfy { $0.reason == "name-not-yours" })
      #expect(try await test.timeline.chatts().isEmpty)
    }
  }

  @Test func comparesNamesByteByByte() {
    let sender = Identity(username: "Ren\u{E9}")
    #expect(sender.isNamed("Ren\u{E9}"))
    // Equal as strings, but not the same bytes.
    #expect(!sender.isNamed("Rene\u{301}"))
    #expect(!sender.isNamed("") && !sender.isNamed("Ren"))
  }

  @Test func refusesAFormUnderAnotherName() async throws {
    let form = [
      "--x", "Content-Disposition: form-data; name=\"username\"", "", "bob", "--x",
      "Content-Disposition: form-data; name=\"message\"", "", "hi", "--x--", "",
    ].joined(separator: "\r\n")
    var fields = try fields(["Bearer ann"])
    fields.set(.contentType, "multipart/form-data; boundary=x")
    let test = restricted()
    let response = try await test.send(
      .post, "/v1/chatts", fields: fields, body: BufferedBody(Array(form.utf8)))
    #expect(response.status == .forbidden)
    #expect(try await test.timeline.chatts().isEmpty)
  }

  @Test func keepsRestrictedResponsesOutOfSharedCaches() async throws {
    let test = restricted()
    for target in ["/getchatts/", "/getaudio/", "/v1/chatts"] {
      let response = try await test.send(.get, target, fields: try fields(["Bearer ann"]))
      #expect(response.fields[.cacheControl] == "private, no-cache", "\(target)")
      #expect(response.fields.values(of: .vary).contains("Authorization"), "\(target)")
    }
    let open = try await TestService().send(.get, "/getchatts/")
    #expect(!open.fields.values(of: .vary).contains("Authorization"))
  }

  @Test func stopsLookingUpTheTokensOfAnAddressAfterManyWrongOnes() async throws {
    let test = restricted()
    let wrong = try fields(["Bearer x"])
    var response = try await test.send(.get, "/v1/chatts", fields: wrong)
    for _ in 0..<5000 where response.status == .unauthorized {
      response = try await test.send(.get, "/v1/chatts", fields: wrong)
    }
    #expect(response.status == .tooManyRequests && response.fields[.retryAfter] == "1")
    #expect(test.events.denials.last?.reason == "too-many-tokens")
    let other = try await test.send(.get, "/v1/chatts", fields: wrong, from: "192.0.2.8")
    #expect(other.status == .unauthorized)
    for (name, status) in [("ann", 200), ("bob", 429)] {
      let response = try await test.send(
        .get, "/v1/chatts", fields: try fields(["Bearer \(name)"]))
      #expect(response.status.code == status, "\(name)")
    }
    // A request without a token is not checked and does not count.
    #expect(try await test.send(.get, "/v1/chatts").status == .unauthorized)
  }

  /// Signed tokens need no look-up, so their signatures are checked beyond the limit, too.
  @Test func checksTheSignaturesOfAnAddressAfterManyWrongOnes() async throws {
    try await onVirtualTime { _, _ in
      let provider = try TokenFixture()
      let test = TestService(
        tokens: EitherToken(issued: NamedTokens(), signed: provider.checker)
      ) { $0.access.reading = .token }
      func status(_ token: String) async throws -> Int {
        let fields = try fields(["Bearer \(token)"])
        return try await test.send(.get, "/v1/chatts", fields: fields).status.code
      }
      let forged = try TestSigner(.edDSA, id: "d").token(TokenFixture.validClaims)
      let refusals = test.service.settings.access.refusals
      let address = ClientAddress.test("192.0.2.7").key
      for count in 0..<200 {
        #expect(refusals.delay(of: address) == nil, "\(count)")
        #expect(try await status(forged) == 401)
      }
      #expect(refusals.delay(of: address) == .milliseconds(100))
      #expect(try await status("bob") == 429)
      #expect(try await status(forged) == 401)
      #expect(try await status(provider.edDSA.token(TokenFixture.validClaims)) == 200)
    }
  }

  @Test func refusesAllTokensWithoutAChecker() async throws {
    let test = TestService { $0.access.posting = .token }
    let response = try await test.send(
      .post, "/postchatt/", fields: try fields(["Bearer ann"]))
    #expect(response.status == .unauthorized)
  }
}

extension ServiceEventRecord {
  /// The denials, in order.
  var denials: [AccessDenied] {
    all.compactMap { if case .denied(let denied) = $0 { denied } else { nil } }
  }
}
