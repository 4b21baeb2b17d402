import Chatter
import HTTP
import TestSupport
import Testing

@testable import ChatterServer
@testable import ChatterStore

struct ChatterServiceV1Tests {
  /// One chatt with a clip, and no lists.
  private struct OneChatt: ChattSource {
    let chatt: StoredChatt
    let bytes: [UInt8]

    func chatt(_ id: ChattID, for client: String) async throws -> StoredChatt? {
      id == chatt.id ? chatt : nil
    }

    func page(_ query: PageQuery, for client: String) async throws -> ChattPage {
      ChattPage(
        chatts: [chatt], next: .before(PageCursor(17)),
        previous: query.place == .newest ? nil : .after(PageCursor(17)))
    }

    func clip(
      of chatt: StoredChatt, at range: Range<Int>, for client: String
    ) async throws -> [UInt8]? {
      range.upperBound <= bytes.count ? Array(bytes[range]) : nil
    }

    func delete(_ id: ChattID, for client: String) async throws -> Bool { id == chatt.id }
  }

  private static let id = "01942485-5e23-7d27-9f0c-0d6a4b0e8a51"
  private static let chattPath = "/v1/chatts/\(id)"
  private static let clipPath = "/v1/audio/\(id).m4a"
  private let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0) }

  private func send(
    _ path: String, _ method: HTTP.Method = .get, _ fields: HeaderFields = [:],
    hasClip: Bool = true, lists: any ListSource = NoLists(), storedBytes: Int? = nil
  ) async throws -> Response {
    let clip = hasClip ? StoredChatt.Clip.sample(bytes: bytes.count) : nil
    let chatt = StoredChatt.sample(clip: clip)
    let service = ChatterService(
      postStore: InMemoryTimeline(now: { Timestamp(TestService.timestamp)! }),
      lists: lists,
      chatts: OneChatt(chatt: chatt, bytes: Array(bytes.prefix(storedBytes ?? bytes.count))),
      settings: ChatterService.Settings(),
      report: { _ in })
    return await service.respond(to: try .test(method, path, fields: fields))
  }

  /// Lists that wait for a database that is away.
  private struct ListsAway: ListSource {
    func contentVersion() async throws -> UInt64? {
      throw ReadError.unavailable(retryAfter: .seconds(1))
    }
  }

  @Test func searchesAndWrongQueriesDoNotNeedTheLists() async throws {
    #expect(try await send("/v1/chatts?q=a", lists: ListsAway()).status == .ok)
    #expect(try await send("/v1/chatts?limit=0", lists: ListsAway()).status == .badRequest)
    #expect(try await send("/v1/chatts", lists: ListsAway()).status == .serviceUnavailable)
  }

  @Test func aClipThatIsDeletedBeforeItIsReadIsNotFound() async throws {
    let range: HeaderFields = [.range: "bytes=0-9"]
    let response = try await send(Self.clipPath, .get, range, storedBytes: 0)
    #expect(response.status == .notFound)
    #expect(try await response.text().hasSuffix(#","code":"chatt-not-found"}"#))
  }

  @Test func returnsAChattWithItsTag() async throws {
    let response = try await send(Self.chattPath)
    #expect(response.status == .ok && response.fields[.entityTag] == "\"\(Self.id)-7\"")
    #expect(try await response.text().hasPrefix(#"{"id":"\#(Self.id)","username":"ann""#))
    let cached = try await send(
      Self.chattPath, .get, [.ifNoneMatch: try FieldValue("\"\(Self.id)-7\"")])
    #expect(cached.status == .notModified && cached.body.announcedBytes == 0)
    let other = try await send(Self.chattPath, .get, [.ifMatch: "\"other\""])
    #expect(other.status == .preconditionFailed)
  }

  @Test(
    arguments: [
      ("/v1/chatts/01942485-5e23-7d27-9f0c-0d6a4b0e8a52", "chatt-not-found"),
      ("/v1/audio/01942485-5e23-7d27-9f0c-0d6a4b0e8a52.m4a", "chatt-not-found"),
      ("/v1/chatts/x", "unknown-path"), ("/v1/audio/.m4a", "unknown-path"),
      ("/v1/audio/\(id)", "unknown-path"), ("/v1/", "unknown-path"),
    ])
  func respondsToUnknownResourcesWithProblems(path: String, code: String) async throws {
    let response = try await send(path)
    #expect(response.status == .notFound)
    #expect(response.fields[.contentType] == "application/problem+json")
    let text = try await response.text()
    #expect(text.hasPrefix(#"{"type":"about:blank","title":"Not Found","status":404,"detail":""#))
    #expect(text.hasSuffix(#","code":"\#(code)"}"#))
  }

  @Test func pointsToTheDescriptionFromUnknownPaths() async throws {
    for path in ["/v1/chatts/x", "/v1/lists"] {
      #expect(try await send(path).text().contains("/openapi.yaml describes every call"))
    }
    #expect(try await send("/v2").text().contains("use /getchatts/"))
  }

  @Test func returnsAPageWithLinks() async throws {
    let response = try await send("/v1/chatts?q=a+b&username=ann%26&limit=2")
    #expect(response.status == .ok && response.fields[.cacheControl] == "no-cache")
    #expect(
      response.fields[.link]
        == "</v1/chatts?limit=2&before=c2VxOjE3&username=ann%26&q=a%20b>; rel=\"next\"")
    let text = try await response.text()
    #expect(text.hasPrefix(#"{"chatts":[{"id":"\#(Self.id)""#))
    #expect(text.hasSuffix(#"],"next":"c2VxOjE3","previous":null}"#))
    let older = try await send("/v1/chatts?before=c2VxOjE4&audio=true")
    #expect(
      older.fields[.link]?.hasSuffix(
        "</v1/chatts?limit=50&after=c2VxOjE3&audio=true>; rel=\"prev\"") == true)
    let tag = try FieldValue(try #require(response.fields[.entityTag]))
    let cached = try await send(
      "/v1/chatts?limit=2&username=ann%26&q=a+b", .get, [.ifNoneMatch: tag])
    #expect(cached.status == .notModified && cached.fields[.link] != nil)
    #expect(try await send("/v1/chatts", .get, [.ifMatch: "\"x\""]).status == .preconditionFailed)
  }

  @Test(
    arguments: [
      "limit=0", "limit=201", "limit=x", "before=x", "after=c2VxOjF",
      "before=c2VxOjE3&after=c2VxOjE3",
      "audio=yes", "username=%00", "q=%00", "limit=1&limit=1", "q=%ff",
    ])
  func saysWhatIsWrongWithAQuery(query: String) async throws {
    let response = try await send("/v1/chatts?\(query)")
    #expect(response.status == .badRequest)
    #expect(try await response.text().contains(#""detail":"the parameter "#))
  }

  @Test func saysThatAChattHasNoClip() async throws {
    let response = try await send(Self.clipPath, hasClip: false)
    #expect(response.status == .notFound)
    #expect(try await response.text().contains(#""code":"audio-not-found""#))
  }

  @Test func refusesOtherMethods() async throws {
    let response = try await send(Self.clipPath, .post)
    #expect(response.status == .methodNotAllowed && response.fields[.allow] != nil)
    #expect(try await response.text().contains(#""code":"wrong-method""#))
    #expect(try await send(Self.chattPath, .options).status == .noContent)
  }

  @Test func sendsAWholeClip() async throws {
    let response = try await send(Self.clipPath)
    #expect(response.status == .ok && response.body.announcedBytes == bytes.count)
    #expect(try await response.bytes() == bytes)
    let fields = response.fields
    #expect(fields[.contentType] == "audio/mp4" && fields[.acceptRanges] == "bytes")
    #expect(fields[.cacheControl] == "public, max-age=31536000, immutable")
    #expect(fields[.contentDisposition] == "inline; filename=\"\(Self.id).m4a\"")
    #expect(fields[.contentTypeOptions] == "nosniff")
    let tag = String(repeating: "9f", count: 32)
    #expect(fields[.entityTag] == "\"\(tag)\"")
    let cached = try await send(Self.clipPath, .get, [.ifNoneMatch: try FieldValue("\"\(tag)\"")])
    #expect(cached.status == .notModified)
  }

  @Test(
    arguments: [
      ("bytes=0-1", 0..<2), ("bytes=0-", 0..<300_000), ("bytes=-5", 299_995..<300_000),
      ("bytes=131071-131073", 131_071..<131_074), ("bytes=5-999999", 5..<300_000),
    ])
  func sendsTheRangeThatIsAskedFor(range: String, expected: Range<Int>) async throws {
    let response = try await send(Self.clipPath, .get, [.range: try FieldValue(range)])
    #expect(response.status == .partialContent)
    #expect(
      response.fields[.contentRange]
        == "bytes \(expected.lowerBound)-\(expected.upperBound - 1)/300000")
    #expect(response.body.announcedBytes == expected.count)
    #expect(try await response.bytes() == Array(bytes[expected]))
  }

  @Test func refusesARangeBeyondTheEnd() async throws {
    let response = try await send(Self.clipPath, .get, [.range: "bytes=300000-"])
    #expect(response.status == .rangeNotSatisfiable)
    #expect(response.fields[.contentRange] == "bytes */300000")
    #expect(try await response.text().contains("from 0 to 299999"))
  }

  @Test func ignoresARangeOfAnotherStateOrMethod() async throws {
    let tag = String(repeating: "9f", count: 32)
    let same: HeaderFields = [.range: "bytes=0-1", .ifRange: try FieldValue("\"\(tag)\"")]
    #expect(try await send(Self.clipPath, .get, same).status == .partialContent)
    for other in ["\"x\"", "W/\"\(tag)\"", "Wed, 01 Jan 2025 00:00:00 GMT"] {
      let fields: HeaderFields = [.range: "bytes=0-1", .ifRange: try FieldValue(other)]
      #expect(try await send(Self.clipPath, .get, fields).status == .ok, "\(other)")
    }
    #expect(try await send(Self.clipPath, .head, [.range: "bytes=0-1"]).status == .ok)
    #expect(try await send(Self.clipPath, .get, [.range: "bytes=0-1,3-4"]).status == .ok)
  }
}
