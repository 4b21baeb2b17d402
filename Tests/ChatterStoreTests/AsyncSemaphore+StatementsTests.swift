import Chatter
import System
import TestSupport
import Testing

@testable import ChatterStore

struct AsyncSemaphoreStatementsTests {
  private static let loop = TimelineDatabase.loops[0]

  @Test func returnsResultsAndErrors() async throws {
    let semaphore = AsyncSemaphore(countMax: 1)
    let loop = Self.loop
    let result = try await loop.run {
      await #expect(throws: TimelineError.timedOut) {
        try await semaphore.run(with: 1, on: loop) { _ throws(TimelineError) -> Int in
          throw .timedOut
        }
      }
      return try await semaphore.run(with: 7, on: loop) { number throws(TimelineError) in number }
    }
    #expect(result == 7 && semaphore.holderCount == 0)
  }

  @Test func skipsCancelledWaitersAndFinishesRunningBodies() async throws {
    let semaphore = AsyncSemaphore(countMax: 1)
    let (began, mayEnd, first) = (Counter(), Counter(), Counter())
    let running = Task(executorPreference: Self.loop) {
      try await semaphore.run(with: (), on: Self.loop) { _ async throws(TimelineError) in
        began.add(1)
        while mayEnd.value == 0 { await Task.yield() }
        if Task.isCancelled { throw .cancelled }
        first.add(1)
      }
    }
    while began.value == 0 { await Task.yield() }
    let waiting = Task(executorPreference: Self.loop) {
      try await semaphore.run(with: (), on: Self.loop) { _ async throws(TimelineError) in
        began.add(1)
      }
    }
    while semaphore.waiterCount == 0 { await Task.yield() }
    waiting.cancel()
    running.cancel()
    mayEnd.add(1)
    await #expect(throws: TimelineError.cancelled) { try await waiting.value }
    try await running.value
    #expect(began.value == 1 && first.value == 1)
  }
}
