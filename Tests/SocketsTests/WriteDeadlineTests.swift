import EventLoop
import Testing

@testable import Sockets

struct WriteDeadlineTests {
  private func writeDeadline(_ now: Deadline, acknowledgedBytes: UInt64 = 0) -> WriteDeadline {
    WriteDeadline(
      until: now.advanced(by: .seconds(60)), now: now, bytesPerSecondMin: 512,
      acknowledgedBytes: acknowledgedBytes)
  }

  @Test func isExtendedWhileThePeerAcceptsEnough() {
    var now = Deadline.now
    var writeDeadline = writeDeadline(now, acknowledgedBytes: 7)
    for period in 1...1000 {
      #expect(writeDeadline.limit == now.advanced(by: .seconds(60)))
      now = writeDeadline.limit
      let isExtended = writeDeadline.extend(
        now: now, acknowledgedBytes: 7 + UInt64(period) * 512 * 60)
      #expect(isExtended)
    }
  }

  @Test(arguments: [0, 1, 512 * 60 - 1] as [UInt64])
  func isNotExtendedForASlowPeer(bytes: UInt64) {
    let now = Deadline.now
    var writeDeadline = writeDeadline(now)
    let isExtended = writeDeadline.extend(now: writeDeadline.limit, acknowledgedBytes: bytes)
    #expect(!isExtended)
  }

  @Test func isExtendedOnceForABurst() {
    var writeDeadline = writeDeadline(.now)
    let isExtended = writeDeadline.extend(now: writeDeadline.limit, acknowledgedBytes: 1 << 40)
    #expect(isExtended)
    let isExtendedAgain = writeDeadline.extend(now: writeDeadline.limit, acknowledgedBytes: 1 << 40)
    #expect(!isExtendedAgain)
  }

  @Test func acceptsPassedAndInfiniteDeadlines() {
    let now = Deadline.now
    for deadline in [Deadline.never, now, now.advanced(by: .seconds(-5))] {
      var writeDeadline = WriteDeadline(
        until: deadline, now: now, bytesPerSecondMin: .max, acknowledgedBytes: .max)
      #expect(writeDeadline.limit == deadline)
      _ = writeDeadline.extend(now: now, acknowledgedBytes: 0)
    }
  }
}
