import Testing

@testable import Postgres

struct PostgresUUIDTests {
  @Test func hasItsBytesInNetworkOrder() {
    let identifier = PostgresUUID(high: 0x0001_0203_0405_0607, low: 0x0809_0a0b_0c0d_0eff)
    #expect(identifier.bytes == [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 255])
  }
}
