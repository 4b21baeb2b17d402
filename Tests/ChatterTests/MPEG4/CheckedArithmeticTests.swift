import Testing

@testable import Chatter

@Suite struct CheckedArithmeticTests {
  @Test func returnsNilOnOverflow() {
    #expect(UInt64.max.plus(0) == .max)
    #expect(UInt64.max.plus(1) == nil)
    #expect((1 << 32 as UInt64).times(1 << 31) == 1 << 63)
    #expect((1 << 32 as UInt64).times(1 << 32) == nil)
  }

  @Test func convertsUnitsToNanosecondsUpToADay() {
    #expect(Duration(units: 4624, timescale: 12_000) == .nanoseconds(385_333_333))
    #expect(Duration(units: 0, timescale: .max) == .zero)
    #expect(Duration(units: 86_400, timescale: 1) == .seconds(86_400))
    #expect(Duration(units: 86_400 * 3 + 1, timescale: 3) == nil)
    #expect(Duration(units: .max, timescale: 1) == nil)
    #expect(Duration(units: UInt64(UInt32.max) * 2 - 1, timescale: .max)! < .seconds(2))
  }
}
