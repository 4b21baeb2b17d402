import HTTP
import Testing

@testable import ChatterServer

struct ChatterServiceServerTests {
  private let path = "/v1/server"

  @Test func returnsTheDescriptionOfItsSettings() async throws {
    let test = TestService { $0.messageBytesMax = 77 }
    let response = try await test.send(.get, path)
    #expect(response.status == .ok && response.fields[.cacheControl] == "no-cache")
    #expect(response.fields[.contentType] == "application/json; charset=utf-8")
    let expected = ServerDescription(TestService.settings { $0.messageBytesMax = 77 }).json
    #expect(try await response.bytes() == expected)
    // A query is ignored.
    #expect(try await test.send(.get, "\(path)?x=%ff").status == .ok)
  }

  @Test func respondsToPreconditions() async throws {
    let test = TestService()
    let tag = try FieldValue(try #require(try await test.send(.get, path).fields[.entityTag]))
    let cached = try await test.send(.get, path, fields: [.ifNoneMatch: tag])
    #expect(cached.status == .notModified && cached.fields[.entityTag] == tag.text)
    #expect(cached.fields[.cacheControl] == "no-cache" && cached.body.announcedBytes == 0)
    #expect(try await test.send(.get, path, fields: [.ifMatch: tag]).status == .ok)
    let other = try await test.send(.get, path, fields: [.ifMatch: "\"x\""])
    #expect(other.status == .preconditionFailed)
    #expect(try await other.text().contains(#""code":"precondition-failed""#))
    let changed = TestService { $0.bodyBytesMax = 1 }
    #expect(try await changed.send(.get, path, fields: [.ifNoneMatch: tag]).status == .ok)
  }

  @Test func acceptsHeadAndOptionsButNoPost() async throws {
    let test = TestService()
    #expect(try await test.send(.head, path).status == .ok)
    let options = try await test.send(.options, path)
    #expect(options.status == .noContent && options.fields[.allow] == "GET, HEAD, OPTIONS")
    #expect(try await test.send(.post, path).status == .methodNotAllowed)
  }
}
