import HTTP
import System
import TestSupport
import Testing

@testable import ChatterServer

struct ChatterServiceRevalidatedTests {
  private let recent = RecentReads()

  private func response(
    _ body: String, _ fields: HeaderFields = [:], by workers: WorkerPool = WorkerPool()
  ) async throws -> Response {
    try await TestService { ($0.recent, $0.workers) = (recent, workers) }.service.revalidated(
      TaggedBody(Array(body.utf8), as: "text/plain", other: [.link: "</x>"]),
      for: try .test(.get, "/x", fields: fields))
  }

  @Test func tagsABodyByItsBytes() async throws {
    let first = try await response("one")
    #expect(try await first.text() == "one" && first.fields[.contentType] == "text/plain")
    let (same, other) = (try await response("one"), try await response("two"))
    #expect(first.fields[.entityTag] == same.fields[.entityTag])
    #expect(first.fields[.entityTag] != other.fields[.entityTag])
    // The first half of the SHA-256 of the body.
    #expect(first.fields[.entityTag] == "\"7692c3ad3540bb803c020b3aee66cd88\"")
  }

  @Test func compressesLargeBodiesForClientsThatAcceptGzip() async throws {
    let body = String(repeating: "one ", count: 1000)
    let coded = try await response(body, [.acceptEncoding: "gzip"])
    #expect(coded.fields[.contentEncoding] == "gzip" && coded.fields[.vary] == "Accept-Encoding")
    let inflated = InflatedBody(BufferedBody(try await coded.bytes()))
    #expect(try await inflated.collect(atMost: 1 << 20) == Array(body.utf8))
    let tag = try FieldValue(try #require(coded.fields[.entityTag]))
    let cached = try await response(body, [.acceptEncoding: "gzip", .ifNoneMatch: tag])
    #expect(cached.status == .notModified && cached.fields[.entityTag] == coded.fields[.entityTag])
    #expect(try await response(body).fields[.contentEncoding] == nil)
    #expect(try await response("one", [.acceptEncoding: "gzip"]).fields[.contentEncoding] == nil)
  }

  @Test func keepsTheFieldsOfAnUnchangedResponse() async throws {
    let one = try await response("one")
    let tag = try FieldValue(try #require(one.fields[.entityTag]))
    let cached = try await response("one", [.ifNoneMatch: tag])
    #expect(cached.status == .notModified && cached.fields[.link] == "</x>")
    #expect(cached.fields[.contentType] == nil)
    #expect(try await response("two", [.ifNoneMatch: tag]).status == .ok)
    await #expect(throws: Problem.preconditionFailed) {
      try await response("two", [.ifMatch: tag])
    }
  }

  @Test func compressesNothingForAClientThatHasTheBody() async throws {
    let body = String(repeating: "one ", count: 1000)
    let tag = try #require(try await response(body).fields[.entityTag])
    let fields: HeaderFields = [.acceptEncoding: "gzip", .ifNoneMatch: try FieldValue(tag)]
    #expect(try await response(body, fields).status == .notModified)
    let name = tag.filter { $0 != "\"" }
    #expect(recent.compressed.value(for: name) == nil)
  }

  @Test func compressesABodyOnceAndByAWorker() async throws {
    let body = String(repeating: "one ", count: 1000)
    let busy = try await BusyWorkers(waitingMax: 2)
    let fields: HeaderFields = [.acceptEncoding: "gzip"]
    let waiting = Task { try await response(body, fields, by: busy.pool).bytes() }
    try await eventually { busy.pool.waitingCount == 2 }
    busy.stop()
    let coded = try await waiting.value
    #expect(coded == DeflatedSegment.gzip(Array(body.utf8)))
    let busyAgain = try await BusyWorkers()
    defer { busyAgain.stop() }
    #expect(try await response(body, fields, by: busyAgain.pool).bytes() == coded)
  }
}
