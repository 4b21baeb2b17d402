import Foundation
import System
import Testing

private enum LockTestError: Error { case wouldBlock }

struct LockTests {
  @Test func losesNoIncrementsOfConcurrentThreads() {
    let threads = 4
    let rounds = 20_000
    let lock = Lock(0)
    DispatchQueue.concurrentPerform(iterations: threads) { _ in
      for _ in 0..<rounds { lock.withLock { $0 += 1 } }
    }
    #expect(lock.withLock { $0 } == threads * rounds)
  }

  @Test func unlocksAndKeepsChangesAfterAnError() {
    let lock = Lock([1])
    #expect(throws: LockTestError.wouldBlock) {
      try lock.withLock { (value) throws(LockTestError) in
        value.append(2)
        throw LockTestError.wouldBlock
      }
    }
    #expect(lock.withLock { $0 } == [1, 2])
  }

  @Test func releasesItsValue() {
    final class Resident: Sendable {}
    weak var seen: Resident?
    do {
      let lock = Lock(Resident())
      seen = lock.withLock { $0 }
      #expect(seen != nil)
    }
    #expect(seen == nil)
  }
}
