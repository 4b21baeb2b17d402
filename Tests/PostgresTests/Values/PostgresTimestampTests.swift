import Testing

@testable import Postgres

struct PostgresTimestampTests {
  @Test func convertsToUnixTimeAndClampsExtremeValues() {
    let unix = PostgresTimestamp(microsecondsSince2000: -10_957 * 86_400 * 1_000_000)
    #expect(unix.microsecondsSince1970 == 0 && unix.isFinite)
    let infinity = PostgresTimestamp(microsecondsSince2000: .max)
    #expect(infinity.microsecondsSince1970 == .max && !infinity.isFinite)
  }
}
