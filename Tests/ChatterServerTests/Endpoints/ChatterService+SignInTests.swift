import Chatter
import HTTP
import System
import TestSupport
import Testing

@testable import ChatterServer
@testable import ChatterStore

struct ChatterServiceSignInTests {
  private func service(
    posting: AccessPolicy.Requirement = .token, reading: AccessPolicy.Requirement = .token
  ) -> TestService {
    TestService(tokens: NamedTokens()) {
      ($0.access.posting, $0.access.reading) = (posting, reading)
    }
  }

  private func server(_ test: TestService, _ value: FieldValue? = nil) async throws -> Response {
    let fields: HeaderFields = value.map { [.authorization: $0] } ?? [:]
    return try await test.send(.get, "/v1/server", fields: fields)
  }

  @Test(arguments: [
    (AccessPolicy.Requirement.token, AccessPolicy.Requirement.token), (.token, .open),
    (.open, .token),
  ])
  func returnsTheUsernameOfAToken(
    posting: AccessPolicy.Requirement, reading: AccessPolicy.Requirement
  ) async throws {
    let test = service(posting: posting, reading: reading)
    let signedIn = try await server(test, "Bearer ann")
    #expect(signedIn.status == .ok)
    #expect(try await signedIn.text().contains(#","you":{"username":"ann"},"#))
    #expect(signedIn.fields[.cacheControl] == "private, no-cache")
    #expect(signedIn.fields.values(of: .vary).contains("Authorization"))
    let open = try await server(test)
    #expect(open.status == .ok)
    #expect(try await open.text().contains(#""you":null"#))
    #expect(open.fields.values(of: .vary).contains("Authorization"))
  }

  @Test func deniesAWrongToken() async throws {
    let wrong: [(FieldValue, Int, String)] = [
      ("Bearer an", 401, "token-unknown"), ("Bearer", 401, "token-missing"),
      ("Basic YW5uOg==", 401, "token-other-scheme"), ("Bearer ann bob", 401, "token-malformed"),
      ("Bearer forbidden", 403, "token-audience"),
    ]
    for (value, status, reason) in wrong {
      let test = service()
      let response = try await server(test, value)
      #expect(response.status.code == status, "\(value)")
      #expect(response.fields[.cacheControl] == "no-store", "\(value)")
      #expect(test.events.denials.map(\.reason) == [reason], "\(value)")
    }
    let unavailable = try await server(service(), "Bearer unavailable")
    #expect(unavailable.status == .serviceUnavailable)
  }

  @Test func countsWrongTokensTowardsTheLimitOfTheirAddress() async throws {
    let test = service()
    var response = try await server(test, "Bearer x")
    for _ in 0..<5000 where response.status == .unauthorized {
      response = try await server(test, "Bearer x")
    }
    #expect(response.status == .tooManyRequests)
    #expect(try await server(test).status == .ok)
  }

  @Test func ignoresTokensThatItDoesNotNeed() async throws {
    let response = try await server(service(posting: .open, reading: .open), "Bearer x")
    #expect(response.status == .ok && response.fields[.cacheControl] == "no-cache")
    #expect(try await response.text().contains(#""you":null"#))
  }

  @Test func ignoresATokenInTheQuery() async throws {
    for target in ["/getchatts/?access_token=ann", "/v1/chatts?token=ann"] {
      let response = try await service().send(.get, target)
      #expect(response.status == .unauthorized, "\(target)")
    }
  }

  /// Their length would show whether a guess that somebody posted is in them (BREACH).
  @Test(arguments: [
    (AccessPolicy.Requirement.open, AccessPolicy.Requirement.token, true),
    (.token, .token, false), (.token, .open, false), (.open, .open, false),
  ])
  func doesNotCompressListsBehindTokensWhereEverybodyPosts(
    posting: AccessPolicy.Requirement, reading: AccessPolicy.Requirement, isPlain: Bool
  ) async throws {
    let test = TestService(lists: LongLists(), chatts: LongLists(), tokens: NamedTokens()) {
      ($0.access.posting, $0.access.reading) = (posting, reading)
    }
    for target in ["/getchatts/", "/getaudio/", "/v1/chatts"] {
      let fields: HeaderFields = [.authorization: "Bearer ann", .acceptEncoding: "gzip"]
      let response = try await test.send(.get, target, fields: fields)
      #expect(response.status == .ok)
      #expect((response.fields[.contentEncoding] == nil) == isPlain, "\(target)")
    }
  }
}

/// Lists and pages that are long enough to be compressed.
private struct LongLists: ListSource, ChattSource {
  func response(to request: Request, for call: Call) async throws -> Response {
    try await TestService().service.revalidated(
      TaggedBody(Array(repeating: 0x20, count: 5000), as: Response.jsonType), for: request)
  }

  func page(_ query: PageQuery, for client: String) async throws -> ChattPage {
    ChattPage(chatts: [StoredChatt.sample(message: String(repeating: "x", count: 5000))])
  }
}
