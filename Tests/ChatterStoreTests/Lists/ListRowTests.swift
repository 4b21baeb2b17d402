import Chatter
import Postgres
import System
import TestSupport
import Testing

@testable import ChatterStore

@Suite(.needs(.postgreSQL))
struct ListRowTests {
  /// Returns the chatt of a row with these columns; nil if it cannot be shown.
  func chatt(_ columns: SQL) async throws -> ChattColumns? {
    try await TimelineDatabase.shared().withTimeline { timeline in
      let rows = try await timeline.query("select \(columns)")
      return ChattColumns(try #require(rows.first), from: 0)
    }
  }

  @Test func decodesColumnsAndTruncatesToMilliseconds() async throws {
    let decoded = try await chatt(
      """
      'Zoë'::text, 'hi'::text, '0197f3a2-0000-7000-8000-00000000000A'::uuid,
      '2025-01-02T03:04:05.123999Z'::timestamptz
      """)
    let chatt = try #require(decoded)
    #expect(chatt.username == "Zoë" && chatt.message == "hi")
    #expect(chatt.id.description == "0197f3a2-0000-7000-8000-00000000000a")
    #expect(chatt.createdAt.description == "2025-01-02T03:04:05.123Z")
  }

  @Test func decodesANullMessageAsNil() async throws {
    let silent = try #require(
      try await chatt("'a'::text, null::text, gen_random_uuid(), now()"))
    #expect(silent.message == nil)
  }

  @Test func returnsNilForInvalidRows() async throws {
    let rows: [SQL] = [
      "null::text, 'b'::text, gen_random_uuid(), now()",
      "'a'::text, 'b'::text, null::uuid, now()",
      "'a'::text, 'b'::text, gen_random_uuid(), null::timestamptz",
      "'a'::text, 'b'::text, gen_random_uuid(), 'infinity'::timestamptz",
      "'a'::text, 'b'::text, gen_random_uuid(), '-infinity'::timestamptz",
      "'a'::text, 'b'::text, gen_random_uuid(), '294276-12-31'::timestamptz",
      "'a'::text, 7, gen_random_uuid(), now()", "'a'::text, 'b'::text, 'c'::text, now()",
      "'a'::text, 'b'::text",
    ]
    for columns in rows { #expect(try await chatt(columns)?.username == nil) }
  }
}
