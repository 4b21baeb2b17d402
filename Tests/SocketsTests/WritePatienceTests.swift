import Testing

@testable import Sockets

@Suite struct WritePatienceTests {
  private func patience(_ now: Deadline, acknowledgedBytes: UInt64 = 0) -> WritePatience {
    WritePatience(
      until: now.advanced(by: .seconds(60)), now: now, bytesPerSecondMin: 512,
      acknowledgedBytes: acknowledgedBytes)
  }

  @Test("a peer that takes enough in each period is waited for, however many they are")
  func steady() {
    var now = Deadline.now
    var patience = patience(now, acknowledgedBytes: 7)
    for period in 1...1000 {
      #expect(patience.limit == now.advanced(by: .seconds(60)))
      now = patience.limit
      let goesOn = patience.goesOn(
        now: now, acknowledgedBytes: 7 + UInt64(period) * 512 * 60)
      #expect(goesOn)
    }
  }

  @Test("one that takes less is not", arguments: [0, 1, 512 * 60 - 1] as [UInt64])
  func slow(bytes: UInt64) {
    let now = Deadline.now
    var patience = patience(now)
    let goesOn = patience.goesOn(now: patience.limit, acknowledgedBytes: bytes)
    #expect(!goesOn)
  }

  @Test("what was taken at a stroke buys one period")
  func burst() {
    var patience = patience(.now)
    let goesOn = patience.goesOn(now: patience.limit, acknowledgedBytes: 1 << 40)
    #expect(goesOn)
    let goesFurther = patience.goesOn(now: patience.limit, acknowledgedBytes: 1 << 40)
    #expect(!goesFurther)
  }

  @Test("a deadline that has passed, and none, are no trap")
  func edges() {
    let now = Deadline.now
    for deadline in [Deadline.never, now, now.advanced(by: .seconds(-5))] {
      var patience = WritePatience(
        until: deadline, now: now, bytesPerSecondMin: .max, acknowledgedBytes: .max)
      #expect(patience.limit == deadline)
      _ = patience.goesOn(now: now, acknowledgedBytes: 0)
    }
  }
}
