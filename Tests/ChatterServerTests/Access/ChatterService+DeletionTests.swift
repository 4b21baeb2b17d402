import Chatter
import HTTP
import System
import TestSupport
import Testing

@testable import ChatterServer
@testable import ChatterStore

/// The rule: the delete token of the chatt suffices everywhere; where posts need a token, that of
/// the author suffices, too.
struct ChatterServiceDeletionTests {
  /// One chatt of ann, and which chatts were deleted.
  private final class AnnsChatt: ChattSource, Sendable {
    let chatt: StoredChatt
    let deleted = Lock<[ChattID]>([])

    init() throws { chatt = StoredChatt.sample(clip: nil) }

    func chatt(_ id: ChattID, for client: String) async throws -> StoredChatt? {
      id == chatt.id ? chatt : nil
    }

    func delete(_ id: ChattID, for client: String) async throws -> Bool {
      deleted.withLock { $0.append(id) }
      return id == chatt.id
    }
  }

  private static let otherID = "01942485-5e23-7d27-9f0c-0d6a4b0e8a52"

  /// Deletes ann's chatt, or another, with a token; returns the status and the code of a problem.
  private func delete(
    _ id: String? = nil, with token: String?, posting: AccessPolicy.Requirement
  ) async throws -> String {
    let chatts = try AnnsChatt()
    let id = id ?? chatts.chatt.id.description
    let test = TestService(chatts: chatts, tokens: NamedTokens()) { $0.access.posting = posting }
    var fields = HeaderFields()
    if let token { fields.set(.authorization, try FieldValue("Bearer \(token)")) }
    let response = try await test.send(.delete, "/v1/chatts/\(id)", fields: fields)
    let isDone = response.status == .noContent
    #expect(chatts.deleted.withLock { $0.contains(chatts.chatt.id) } == isDone)
    #expect(test.events.denials.count == ([401, 403].contains(response.status.code) ? 1 : 0))
    let code = try await response.text().firstMatch(of: /"code":"([a-z-]+)"/)?.output.1
    return code.map { "\(response.status.code) \($0)" } ?? "\(response.status.code)"
  }

  private func deleteToken(of id: String? = nil) async throws -> String {
    let chatts = try AnnsChatt()
    let id = try #require(id.map { ChattID($0) } ?? chatts.chatt.id)
    return try await DeleteTokens().token(of: id, reading: chatts)
  }

  @Test(arguments: AccessPolicy.Requirement.allCases)
  func acceptsTheDeleteTokenEverywhere(posting: AccessPolicy.Requirement) async throws {
    #expect(try await delete(with: try await deleteToken(), posting: posting) == "204")
    let other = try await deleteToken(of: Self.otherID)
    #expect(try await delete(with: other, posting: posting) == "403 token-wrong")
    #expect(
      try await delete(Self.otherID, with: other, posting: posting) == "404 chatt-not-found")
    #expect(try await delete(with: nil, posting: posting) == "401 token-missing")
  }

  @Test func acceptsTheTokenOfTheAuthorWherePostsNeedOne() async throws {
    #expect(try await delete(with: "ann", posting: .token) == "204")
    #expect(try await delete(with: "bob", posting: .token) == "403 chatt-not-yours")
    #expect(try await delete(with: "eve", posting: .token) == "401 token-unknown")
    #expect(
      try await delete(Self.otherID, with: "ann", posting: .token) == "404 chatt-not-found")
    // Where posts are open, every client could have posted under the name.
    #expect(try await delete(with: "ann", posting: .open) == "403 token-wrong")
  }

  /// From a page of another origin, too: that of the operators' listener.
  @Test(arguments: AccessPolicy.Requirement.allCases)
  func letsOperatorsDeleteAndReadWithoutAToken(need: AccessPolicy.Requirement) async throws {
    let chatts = try AnnsChatt()
    let test = TestService(chatts: chatts, tokens: NamedTokens()) { settings in
      settings.access.posting = need
      settings.access.reading = need
    }
    let service = test.service.forOperators
    for (method, id, status) in [
      (.get, chatts.chatt.id.description, 200), (.delete, chatts.chatt.id.description, 204),
      (.delete, Self.otherID, 404),
    ] as [(HTTP.Method, String, Int)] {
      let request = try Request.test(
        method, "/v1/chatts/\(id)", fields: [.origin: "http://127.0.0.1:9464"])
      #expect(await service.respond(to: request).status.code == status)
    }
    #expect(chatts.deleted.withLock { $0.first } == chatts.chatt.id)
  }

  @Test func needsATokenOfTheFormOfADeleteTokenToCheckItAsOne() {
    let hex = String(repeating: "0a", count: 32)
    #expect(DeleteTokens.hasForm(hex))
    for other in [hex + "0", String(hex.dropLast()), "g" + hex.dropFirst(), AccessToken().text] {
      #expect(!DeleteTokens.hasForm(other), "\(other)")
    }
  }
}
