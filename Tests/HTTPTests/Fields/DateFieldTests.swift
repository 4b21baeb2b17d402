import Foundation
import Testing

@testable import HTTP

struct DateFieldTests {
  private func text(_ time: Int) -> String {
    String(decoding: DateField.format(secondsSince1970: time), as: UTF8.self)
  }

  @Test(
    arguments: [
      (0, "Thu, 01 Jan 1970 00:00:00 GMT"), (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"),
      (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"),
      (1_709_251_199, "Thu, 29 Feb 2024 23:59:59 GMT"),
      (4_107_542_400, "Mon, 01 Mar 2100 00:00:00 GMT"),
      (253_402_300_799, "Fri, 31 Dec 9999 23:59:59 GMT"),
      (-1, "Thu, 01 Jan 1970 00:00:00 GMT"), (.min, "Thu, 01 Jan 1970 00:00:00 GMT"),
      (.max, "Fri, 31 Dec 9999 23:59:59 GMT"),
    ])
  func formatsReferenceTimes(time: Int, expected: String) {
    #expect(text(time) == expected)
  }

  @Test func formatsDaysOfTwoCenturiesAsFoundationDoes() throws {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(secondsFromGMT: 0)
    formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    for day in stride(from: 0, to: 73_000, by: 13) {
      let time = day * 86_400 + day % 86_400
      #expect(text(time) == formatter.string(from: Date(timeIntervalSince1970: Double(time))))
    }
  }

  @Test func cachesTheTextOfOneSecond() {
    var field = DateField()
    let first = field.bytes(secondsSince1970: 10)
    #expect(field.bytes(secondsSince1970: 10) == first)
    #expect(field.bytes(secondsSince1970: 11) != first)
    #expect(field.bytes(secondsSince1970: 10) == first)
  }
}
