import Foundation
import Testing

@testable import ChatterDaemon

@Suite("Times in the log")
struct TimestampWriterTests {
  private func text(_ seconds: Int64, _ milliseconds: Int = 0) -> String {
    var writer = TimestampWriter()
    var bytes: [UInt8] = []
    writer.append(WallTime(seconds: seconds, milliseconds: milliseconds), to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(
    arguments: [
      (0, 0, "1970-01-01T00:00:00.000Z"), (1_735_787_045, 123, "2025-01-02T03:04:05.123Z"),
      (951_782_399, 7, "2000-02-28T23:59:59.007Z"), (951_782_400, 0, "2000-02-29T00:00:00.000Z"),
      (4_107_542_400, 0, "2100-03-01T00:00:00.000Z"), (-1, 999, "1969-12-31T23:59:59.999Z"),
      (253_402_300_799, 0, "9999-12-31T23:59:59.000Z"),
      (.max, 0, "9999-12-31T23:59:59.000Z"), (.min, 0, "0000-01-01T00:00:00.000Z"),
    ] as [(Int64, Int, String)])
  func writesUTCWithThreeFractionDigits(seconds: Int64, milliseconds: Int, expected: String) {
    #expect(text(seconds, milliseconds) == expected)
  }

  @Test func agreesWithFoundationOverFourCenturies() {
    let formatter = ISO8601DateFormatter()
    formatter.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
    for day in stride(from: Int64(-40_000), to: 110_000, by: 37) {
      let seconds = day * 86_400 + (day & 0xFFFF) % 86_400
      let date = Date(timeIntervalSince1970: TimeInterval(seconds))
      #expect(text(seconds) == formatter.string(from: date))
    }
  }

  @Test func staysCorrectWhenTheSecondChangesOrGoesBack() {
    var writer = TimestampWriter()
    var bytes: [UInt8] = []
    for (seconds, milliseconds) in [(10, 1), (10, 2), (11, 3), (10, 4)] {
      writer.append(WallTime(seconds: Int64(seconds), milliseconds: milliseconds), to: &bytes)
    }
    let ends = String(decoding: bytes, as: UTF8.self).split(separator: "Z").map { $0.suffix(6) }
    #expect(ends == ["10.001", "10.002", "11.003", "10.004"])
  }

  @Test func readsTheClockOfTheMachine() {
    let difference = Date().timeIntervalSince1970 - TimeInterval(WallTime.now.seconds)
    #expect(abs(difference) < 5)
    #expect((0...999).contains(WallTime.now.milliseconds))
  }
}
