import Testing

@testable import Postgres

@Suite struct PostgresTimestampTests {
  @Test func convertsBetweenTheTwoEpochs() {
    let unix = PostgresTimestamp(microsecondsSince1970: 0)
    #expect(unix.microsecondsSince2000 == -10_957 * 86_400 * 1_000_000)
    #expect(unix.microsecondsSince1970 == 0)
    #expect(unix < PostgresTimestamp(microsecondsSince2000: 0))
  }

  @Test func clampsExtremeValues() {
    #expect(PostgresTimestamp(microsecondsSince1970: .min).microsecondsSince2000 == .min)
    #expect(PostgresTimestamp(microsecondsSince2000: .max).microsecondsSince1970 == .max)
    #expect(!PostgresTimestamp(microsecondsSince2000: .max).isFinite)
    #expect(PostgresTimestamp(microsecondsSince2000: 0).isFinite)
  }
}
