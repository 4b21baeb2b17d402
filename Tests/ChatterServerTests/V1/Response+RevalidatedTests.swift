import HTTP
import Testing

@testable import ChatterServer

struct ResponseRevalidatedTests {
  private func response(_ body: String, _ fields: HeaderFields = [:]) throws -> Response {
    try .revalidated(
      Array(body.utf8), as: "text/plain", fields: [.link: "</x>"],
      for: try .test(.get, "/x", fields: fields))
  }

  @Test func tagsABodyByItsBytes() async throws {
    let first = try response("one")
    #expect(try await first.text() == "one" && first.fields[.contentType] == "text/plain")
    #expect(first.fields[.entityTag] == (try response("one").fields[.entityTag]))
    #expect(first.fields[.entityTag] != (try response("two").fields[.entityTag]))
    // The first half of the SHA-256 of the body.
    #expect(first.fields[.entityTag] == "\"7692c3ad3540bb803c020b3aee66cd88\"")
  }

  @Test func compressesLargeBodiesForClientsThatAcceptGzip() async throws {
    let body = String(repeating: "one ", count: 1000)
    let coded = try response(body, [.acceptEncoding: "gzip"])
    #expect(coded.fields[.contentEncoding] == "gzip" && coded.fields[.vary] == "Accept-Encoding")
    let inflated = InflatedBody(BufferedBody(try await coded.bytes()))
    #expect(try await inflated.collect(atMost: 1 << 20) == Array(body.utf8))
    let tag = try FieldValue(try #require(coded.fields[.entityTag]))
    let cached = try response(body, [.acceptEncoding: "gzip", .ifNoneMatch: tag])
    #expect(cached.status == .notModified && cached.fields[.entityTag] == coded.fields[.entityTag])
    #expect(try response(body).fields[.contentEncoding] == nil)
    #expect(try response("one", [.acceptEncoding: "gzip"]).fields[.contentEncoding] == nil)
  }

  @Test func keepsTheFieldsOfAnUnchangedResponse() throws {
    let tag = try FieldValue(try #require(try response("one").fields[.entityTag]))
    let cached = try response("one", [.ifNoneMatch: tag])
    #expect(cached.status == .notModified && cached.fields[.link] == "</x>")
    #expect(cached.fields[.contentType] == nil)
    #expect(try response("two", [.ifNoneMatch: tag]).status == .ok)
    #expect(throws: Problem.preconditionFailed) { try response("two", [.ifMatch: tag]) }
  }
}
