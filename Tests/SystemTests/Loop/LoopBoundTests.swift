import TestSupport
import Testing

@testable import System

struct LoopBoundTests {
  private final class Counter { var count = 0 }

  @Test func givesItsValueOnTheLoop() async throws {
    let count = try await onLoop { loop in
      let counter = Counter()
      let bound = LoopBound(counter, on: loop)
      await Task(executorPreference: loop) { bound.value.count += 1 }.value
      return counter.count
    }
    #expect(count == 1)
  }

  @Test func endsTheProcessWhenUsedElsewhere() async {
    await #expect(processExitsWith: .failure) {
      endSoon()
      let loop = try EventLoop(name: "test")
      _ = LoopBound(1, on: loop).value
    }
  }

  @Test func startsTasksThatUseAnObjectOfTheLoop() async throws {
    struct Failure: Error {}
    try await onLoop { loop in
      let counter = Counter()
      let isOnLoop = await loop.start(counter) { counter in
        counter.count += 1
        return loop.isCurrent
      }.value
      #expect(isOnLoop && counter.count == 1)
      await #expect(throws: Failure.self) {
        try await loop.start(counter) { _ async throws -> Int in throw Failure() }.value
      }
    }
  }
}
