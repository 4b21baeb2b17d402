import Chatter
import Sockets
import Testing

@testable import ChatterServer

@Suite("Who waits for a turn (needs nothing)", .timeLimit(.minutes(1)))
struct TurnstileTests {
  private static let loop = TimelineDatabase.loops[0]

  @Test("no more run at a time than may, each has its turn in order, and one that fails leaves")
  func turns() async throws {
    let gate = Turnstile(countMax: 2, on: Self.loop)
    let (running, most) = (Counter(), Counter())
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<50 {
        group.addTask(executorPreference: Self.loop) {
          do throws(TimelineError) {
            try await gate.run { () async throws(TimelineError) in
              most.raise(to: running.add(1))
              // The first two wait for one another: two do run at a time.
              while number < 2, most.value < 2 { await Task.yield() }
              await Task.yield()
              running.add(-1)
              if number % 3 == 0 { throw .timedOut }
            }
          } catch {
            #expect(error == .timedOut)
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(running.value == 0 && most.value == 2)
    #expect(try await Self.loop.run { try await gate.run { 7 } } == 7)
  }

  @Test("who leaves while he waits is not begun, and what is under way is not cancelled")
  func cancelled() async throws {
    let gate = Turnstile(countMax: 1, on: Self.loop)
    let (began, mayEnd, first) = (Counter(), Counter(), Counter())
    let running = Task(executorPreference: Self.loop) {
      try await gate.run { () async throws(TimelineError) in
        began.add(1)
        while mayEnd.value == 0 { await Task.yield() }
        if Task.isCancelled { throw .cancelled }
        first.add(1)
      }
    }
    while began.value == 0 { await Task.yield() }
    let waiting = Task(executorPreference: Self.loop) {
      try await gate.run { () async throws(TimelineError) in began.add(1) }
    }
    while gate.waiterCount == 0 { await Task.yield() }
    waiting.cancel()
    running.cancel()
    mayEnd.add(1)
    await #expect(throws: TimelineError.cancelled) { try await waiting.value }
    try await running.value
    #expect(began.value == 1 && first.value == 1)
  }
}
