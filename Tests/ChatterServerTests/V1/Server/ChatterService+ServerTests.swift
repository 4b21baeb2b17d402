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
}
