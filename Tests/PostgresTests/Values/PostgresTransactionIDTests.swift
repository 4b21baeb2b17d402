import Postgres
import Testing

struct PostgresTransactionIDTests {
  @Test(arguments: [0, 3, 1 << 40, .max])
  func keepsTheOrderAndAll64Bits(number: UInt64) throws {
    let transaction = PostgresTransactionID(number)
    let bytes = try #require(transaction.postgresBytes)
    #expect(bytes.count == 8)
    #expect(bytes.reduce(0) { $0 << 8 | UInt64($1) } == number)
    let copy = Array(bytes)
    let read = try unsafe PostgresTransactionID(postgresBytes: copy.span.bytes, type: .xid8)
    #expect(read == transaction)
    #expect(number == 0 || PostgresTransactionID(number &- 1) < transaction)
  }

  @Test(arguments: [0, 4, 7, 9])
  func rejectsOtherLengthsAndTypes(count: Int) {
    let bytes = [UInt8](repeating: 0, count: count)
    do throws(DecodingReason) {
      _ = try unsafe PostgresTransactionID(postgresBytes: bytes.span.bytes, type: .xid8)
      Issue.record("the value was decoded")
    } catch {
      #expect(error == .malformed)
    }
    #expect(PostgresTransactionID.accepts(.xid8) && !PostgresTransactionID.accepts(.int8))
  }
}
