import System
import TestSupport
import Testing

@testable import Postgres

@Suite(.needs(.postgreSQL)) struct PostgresDecodableTests {
  private func roundTrip<Value>(_ value: Value, _ mode: PostgresConfiguration.Statements)
    async throws -> Value
  where Value: PostgresEncodable & PostgresDecodable & Sendable {
    try await PostgresFixture.withConnection(mode) {
      try await $0.value(Value.self, "select \(value)")
    }
  }

  static let modes: [PostgresConfiguration.Statements] = [.unnamed, .named(countMax: 4)]

  @Test(arguments: modes)
  func roundTripsScalars(_ mode: PostgresConfiguration.Statements) async throws {
    #expect(try await roundTrip(true, mode) == true)
    for value in [Int32.min, 0, .max] { #expect(try await roundTrip(value, mode) == value) }
    for value in [Int64.min, 0, .max] { #expect(try await roundTrip(value, mode) == value) }
    let identifier = PostgresUUID(high: .max, low: 1)
    #expect(try await roundTrip(identifier, mode) == identifier)
  }

  @Test(arguments: ["", " ", "ü😀e\u{301}", "a\"b'c\\d$1", String(repeating: "x", count: 70_000)])
  func roundTripsTexts(_ text: String) async throws {
    let back = try await roundTrip(text, .unnamed)
    #expect(Array(back.utf8) == Array(text.utf8))
  }

  @Test(arguments: [0, 1, 4096, 200_000])
  func roundTripsBytes(_ count: Int) async throws {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    #expect(try await roundTrip(bytes, .unnamed) == bytes)
  }

  @Test func decodesOnlyNullAsNil() async throws {
    try await PostgresFixture.withConnection { connection async throws in
      let row = try await connection.query(
        "select \(nil as String?), \(nil as [UInt8]?), \("" as String?), \(nil as Int?)",
        until: PostgresFixture.soon)[0]
      #expect(try row.decode(String?.self, at: 0) == nil)
      #expect(try row.decode([UInt8]?.self, at: 1) == nil)
      #expect(try row.decode(String?.self, at: 2) == "")
      #expect(try row.decode(Int?.self, at: 3) == nil)
      #expect(row.isNull(at: 0) && !row.isNull(at: 2) && row.isNull(at: 99))
      #expect(throws: PostgresError.decoding(column: 0, .null)) {
        try row.decode(String.self, at: 0)
      }
    }
  }

  @Test func bindsArraysElementByElement() async throws {
    try await PostgresFixture.withConnection { connection async throws in
      let texts: [String?] = ["a", nil, ""]
      let joined: SQL = "select array_to_string(\(texts), ',', 'null')"
      #expect(try await connection.value(String.self, joined) == "a,null,")
      let identifiers = [PostgresUUID(high: 0, low: 1), PostgresUUID(high: 0, low: 2)]
      let count: SQL = "select count(*) from unnest(\(identifiers))"
      #expect(try await connection.value(Int.self, count) == 2)
      #expect(try await connection.value(Int.self, "select cardinality(\([Int64]()))") == 0)
    }
  }

  @Test func decodesIntegersOfAnyWidthThatFit() async throws {
    try await PostgresFixture.withConnection { connection async throws in
      let row = try await connection.query(
        "select 7::int2, 7::int4, 5000000000::int8", until: PostgresFixture.soon)[0]
      #expect(try row.decode(Int.self, at: 0) == 7)
      #expect(try row.decode(Int64.self, at: 1) == 7)
      #expect(throws: PostgresError.decoding(column: 2, .malformed)) {
        try row.decode(Int32.self, at: 2)
      }
    }
  }

  @Test(
    arguments: [
      ("2000-01-01 00:00:00Z", 0), ("1970-01-01 00:00:00.5Z", -946_684_799_500_000),
      ("infinity", .max), ("-infinity", .min),
    ] as [(String, Int64)])
  func decodesTimestamps(_ text: String, _ microseconds: Int64) async throws {
    let instant = try await PostgresFixture.withConnection {
      try await $0.value(PostgresTimestamp.self, "select \(text)::text::timestamptz")
    }
    #expect(instant.microsecondsSince2000 == microseconds)
  }
}
