import Foundation
import TestSupport
import Testing

@testable import Chatter

struct TimestampTests {
  private static let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)

  @Test func roundTripsLikeFoundation() throws {
    var generator = SeededGenerator(state: 11)
    // Before 1583, Foundation uses the Julian calendar.
    for _ in 0..<2000 {
      let seconds = Int64.random(in: -12_212_553_600...253_402_300_799, using: &generator)
      let milliseconds = Int64.random(in: 0...999, using: &generator)
      let microseconds = Int64.random(in: 0...999, using: &generator)
      let time = try #require(
        Timestamp(
          microsecondsSince1970: seconds * 1_000_000 + milliseconds * 1000 + microseconds))
      let date = Date(timeIntervalSince1970: Double(seconds))
      let expected = date.formatted(Self.style).replacingOccurrences(
        of: ".000Z", with: "." + "00\(milliseconds)".suffix(3) + "Z")
      #expect(time.description == expected)
      let read = try #require(Timestamp(expected))
      #expect(read.microsecondsSince1970 == time.microsecondsSince1970 - microseconds)
    }
  }

  @Test(
    arguments: [
      (0, "1970-01-01T00:00:00.000Z"), (-1, "1969-12-31T23:59:59.999Z"),
      (999, "1970-01-01T00:00:00.000Z"), (1000, "1970-01-01T00:00:00.001Z"),
      (951_782_400_000_000, "2000-02-29T00:00:00.000Z"),
      (951_868_799_999_999, "2000-02-29T23:59:59.999Z"),
      (1_735_787_045_123_000, "2025-01-02T03:04:05.123Z"),
      (-62_135_596_800_000_000, "0001-01-01T00:00:00.000Z"),
      (253_402_300_799_999_999, "9999-12-31T23:59:59.999Z"),
      (-2_203_891_200_000_000, "1900-03-01T00:00:00.000Z"),
      (-2_203_891_200_000_001, "1900-02-28T23:59:59.999Z"),
    ] as [(Int64, String)])
  func writesTheEdgesOfTheCalendar(microseconds: Int64, text: String) throws {
    #expect(try #require(Timestamp(microsecondsSince1970: microseconds)).description == text)
  }

  @Test(arguments: [
    Int64.min, -62_135_596_800_000_001, 253_402_300_800_000_000, Int64.max,
  ])
  func rejectsTimesOutsideTheYears1To9999(microseconds: Int64) {
    #expect(Timestamp(microsecondsSince1970: microseconds) == nil)
  }

  @Test(arguments: [
    "2025-01-02T03:04:05.123456Z", "2025-01-02 03:04:05.123456+00",
    "2025-01-02t03:04:05.1234567890z",
    "2025-01-02T04:04:05.123456+01:00", "2025-01-02T02:34:05,123456-0030",
    "2025-01-01T03:34:05.123456-23:30",
  ])
  func readsTextsOfOtherBackEnds(text: String) {
    #expect(Timestamp(text)?.microsecondsSince1970 == 1_735_787_045_123_456)
  }

  @Test(arguments: [("", 0), (".5", 500_000), (".05", 50_000)])
  func acceptsShortAndMissingFractions(fraction: String, microseconds: Int64) {
    #expect(
      Timestamp("1970-01-01T00:00:00\(fraction)Z")?.microsecondsSince1970 == microseconds)
  }

  @Test(arguments: [
    "", "2025", "2025-01-02", "2025-01-02T03:04:05", "2025-01-02T03:04Z", "2025-1-2T03:04:05Z",
    "2025-02-29T00:00:00Z", "1900-02-29T00:00:00Z", "2025-04-31T00:00:00Z",
    "2025-00-01T00:00:00Z",
    "2025-13-01T00:00:00Z", "2025-01-00T00:00:00Z", "2025-01-32T00:00:00Z",
    "0000-01-01T00:00:00Z",
    "2025-01-02T24:00:00Z", "2025-01-02T03:60:00Z", "2025-01-02T03:04:60Z",
    "2025-01-02T03:04:05.Z", "2025-01-02T03:04:05ZZ", " 2025-01-02T03:04:05Z",
    "2025-01-02T03:04:05+", "2025-01-02T03:04:05+1", "2025-01-02T03:04:05+24",
    "2025-01-02T03:04:05+01:", "2025-01-02T03:04:05+01:60", "+025-01-02T03:04:05Z",
    "2025-01-02T03:04:05." + String(repeating: "1", count: 60) + "Z",
    "0001-01-01T00:00:00+00:01", "9999-12-31T23:59:59-00:01", "２025-01-02T03:04:05Z",
  ])
  func rejectsOtherTexts(text: String) {
    #expect(Timestamp(text) == nil)
  }

  @Test func rejectsEveryPrefix() {
    let text = "2025-01-02T03:04:05.123Z"
    for count in 0..<text.count { #expect(Timestamp(text.prefix(count)) == nil) }
  }

  @Test func clampsTimesToTheRange() {
    #expect(Timestamp(clamping: 0).description == "1970-01-01T00:00:00.000Z")
    #expect(Timestamp(clamping: .max).description == "9999-12-31T23:59:59.999Z")
    #expect(Timestamp(clamping: .min).description == "0001-01-01T00:00:00.000Z")
  }
}
