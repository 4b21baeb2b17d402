import HTTP
import TestSupport
import Testing

@testable import ChatterServer

struct ChatterServiceOpenAPITests {
  @Test func returnsTheFileOfTheSources() async throws {
    let response = try await TestService().send(.get, "/openapi.yaml")
    #expect(response.status == .ok && response.fields[.contentType] == "application/yaml")
    #expect(response.fields[.cacheControl] == "no-cache")
    let text = try Repository.text(of: "Sources/ChatterServer/Endpoints/openapi.yaml")
    #expect(try await response.text() == text)
    let tag = try FieldValue(try #require(response.fields[.entityTag]))
    let cached = try await TestService().send(
      .get, "/openapi.yaml", fields: [.ifNoneMatch: tag])
    #expect(cached.status == .notModified && cached.body.announcedBytes == 0)
  }
}
