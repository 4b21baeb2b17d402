import Testing

@testable import Chatter

@Suite struct SampleTotalsTests {
  @Test func addsTotalsFieldByField() throws {
    var totals = SampleTotals(samples: 1, byteCount: 2, units: 3)
    try totals.add(SampleTotals(samples: 10, byteCount: 20, units: 30), from: .trun)
    #expect(totals == SampleTotals(samples: 11, byteCount: 22, units: 33))
  }

  @Test func leavesTotalsUnchangedOnOverflow() {
    let one = SampleTotals(samples: 1, byteCount: 1, units: 1)
    for full in [
      SampleTotals(samples: .max), SampleTotals(byteCount: .max), SampleTotals(units: .max),
    ] {
      var totals = one
      #expect(throws: AudioClipError.numbersTooLarge(.trun)) { try totals.add(full, from: .trun) }
      #expect(totals == one)
    }
  }
}
