import System
import TestSupport
import Testing

@testable import ChatterServer

struct EventWaitersTests {
  @Test func makesEachCallOnceAndTakesTurnsWithOthers() async throws {
    try await onLoop { loop in
      let waiters = EventWaiters(on: loop)
      var calls: [Int] = []
      var isInterrupted = false
      for number in 0..<300 {
        waiters.add {
          calls.append(number)
          // What is added meanwhile waits for the next time.
          waiters.add { calls.append(1000 + number) }
        }
      }
      let box = LoopBound({ isInterrupted = !calls.isEmpty && calls.count < 300 }, on: loop)
      Task(executorPreference: loop) { box.value() }
      await waiters.wakeAll()
      #expect(calls == Array(0..<300) && isInterrupted)
      await waiters.wakeAll()
      #expect(calls == Array(0..<300) + Array(1000..<1300))
    }
  }
}
