import Testing

@testable import Postgres

struct PostgresEncodableTests {
  @Test func encodesNumbersInNetworkByteOrder() {
    #expect(Int32(0x0102_0304).postgresBytes == [1, 2, 3, 4])
    #expect(Int64.min.postgresBytes == [0x80, 0, 0, 0, 0, 0, 0, 0])
    #expect(Int(258).postgresBytes == [0, 0, 0, 0, 0, 0, 1, 2])
    #expect(Double(1).postgresBytes == [0x3f, 0xf0, 0, 0, 0, 0, 0, 0])
    #expect(true.postgresBytes == [1] && false.postgresBytes == [0])
  }

  @Test func encodesByteArraysAsBytea() {
    let bytes: [UInt8] = [1, 2, 3]
    #expect([UInt8].postgresType == .bytea)
    #expect(bytes.postgresBytes == bytes[...])
    #expect(bytes[1...].postgresBytes == [2, 3])
    #expect("ü".postgresBytes == [0xc3, 0xbc])
  }

  @Test func encodesArraysInTheBinaryFormat() {
    #expect([String].postgresType == .textArray)
    #expect(
      ["a" as String?, nil].postgresBytes == [
        0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 25, 0, 0, 0, 2, 0, 0, 0, 1,
        0, 0, 0, 1, 97, 0xff, 0xff, 0xff, 0xff,
      ])
    #expect([Int64]().postgresBytes == [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 20])
  }
}
