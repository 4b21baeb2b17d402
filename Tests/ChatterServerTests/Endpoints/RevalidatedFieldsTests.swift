import Chatter
import HTTP
import Postgres
import Testing

@testable import ChatterServer
@testable import ChatterStore

struct RevalidatedFieldsTests {
  private let fields = RevalidatedFields(EntityTag("0123t1ani"), type: Response.jsonType)

  @Test(arguments: [ContentCoding.identity, .gzip])
  func givesEachContentCodingItsOwnTag(coding: ContentCoding) throws {
    let tag = coding == .identity ? "\"0123t1ani\"" : "W/\"0123t1ani-gzip\""
    #expect(fields[coding][.entityTag].map { "\($0)" } == tag)
    #expect(fields[coding][.contentEncoding] == (coding == .identity ? nil : coding.rawValue))
    #expect(fields[coding][.vary] == "Accept-Encoding")
    #expect(fields[coding][.cacheControl] == "no-cache")
    let value = try #require(fields[coding][.entityTag].flatMap { try? FieldValue($0) })
    let request = try Request.test(.get, "/getchatts", fields: [.ifNoneMatch: value])
    let response = try #require(try fields.precondition(of: request))
    #expect(response.status == .notModified)
    #expect(response.fields[.entityTag] == fields[coding][.entityTag])
    #expect(response.fields[.vary] == "Accept-Encoding")
  }

  private func outcome(of request: Request) throws -> Int? {
    do throws(Problem) {
      return try fields.precondition(of: request)?.status.code
    } catch {
      return error.status.code
    }
  }

  @Test(
    arguments: [
      ("*", nil), ("TAG", nil), ("\"x\", TAG", nil), ("\"x\"", 412), ("W/TAG", 412), ("x", 412),
    ] as [(String, Int?)])
  func returns412IfIfMatchFailsBeforeIfNoneMatch(value: String, status: Int?) throws {
    let tag = try #require(fields[.identity][.entityTag])
    let match = try FieldValue(value.replacing("TAG", with: tag))
    for path in ["/getchatts", "/getaudio"] {
      let request = try Request.test(.get, path, fields: [.ifMatch: match])
      #expect(try outcome(of: request) == status)
      let both = try Request.test(
        .get, path, fields: [.ifMatch: match, .ifNoneMatch: try FieldValue(tag)])
      #expect(try outcome(of: both) == status ?? 304)
    }
  }

  @Test func givesListsOfEveryProfileDifferentTags() {
    var tags: Set<String> = []
    for shape in ListProfile.Shape.allCases {
      for order in ListProfile.Order.allCases {
        for ids in ListProfile.IDs.allCases {
          let lists = ReadyLists(profile: ListProfile(shape: shape, order: order, ids: ids))
          let snapshot = ListSnapshot(
            transactions: PostgresSnapshot("1:1:")!,
            epoch: .init(startOfServer: 1, recovery: nil, fileOfTable: "base/1/1"))
          let read = lists.replaceAll([], snapshot: snapshot)
          tags.insert(read.text.fields.tag.text)
          tags.insert(read.audio.fields.tag.text)
        }
      }
    }
    #expect(tags.count == 16)
  }
}
