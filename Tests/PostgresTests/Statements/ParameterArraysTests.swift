import Testing

@testable import Postgres

struct ParameterArraysTests {
  private func roundTrip(_ values: [[UInt8]?]) -> [[UInt8]?] {
    let parameters = values.map { SQL.Parameter(type: .bytea, bytes: $0?[...]) }
    return unsafe ParameterArrays(parameters).withPointers { pointers, lengths, formats in
      values.indices.map { index in
        guard let start = unsafe pointers[index] else { return nil }
        #expect(unsafe formats[index] == 1)
        let count = unsafe Int(lengths[index])
        return unsafe [UInt8](UnsafeRawBufferPointer(start: start, count: count))
      }
    }
  }

  @Test func passesShortLongEmptyAndNullValues() {
    let values: [[UInt8]?] = [
      [1, 2, 3], nil, [], Array(repeating: 7, count: 5000), [4], Array(repeating: 8, count: 4096),
    ]
    #expect(roundTrip(values) == values)
    #expect(roundTrip([]).isEmpty)
  }

  @Test func copiesLongValuesBeyondTheMaximum() {
    let values: [[UInt8]?] = (0..<(3 * ParameterArrays.lentMax)).map {
      Array(repeating: UInt8($0), count: ParameterArrays.lentBytesMin)
    }
    #expect(roundTrip(values) == values)
  }

  @Test func passesASliceFromItsOwnStart() {
    let whole = (0..<10_000).map { UInt8(truncatingIfNeeded: $0) }
    let parameter = SQL.Parameter(type: .bytea, bytes: whole[100..<9000])
    let first = unsafe ParameterArrays([parameter]).withPointers { values, lengths, _ in
      unsafe (values[0]?.pointee, lengths[0])
    }
    #expect(first.0 == 100)
    #expect(first.1 == 8900)
  }
}
