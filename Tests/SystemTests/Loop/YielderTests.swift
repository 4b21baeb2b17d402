import TestSupport
import Testing

@testable import System

struct YielderTests {
  private final class OtherTask { var hasRun = false }

  /// Returns after how many steps another task of the loop runs.
  private static func stepsBeforeOthers(
    resettingAt reset: Int? = nil, on loop: EventLoop
  ) async -> Int {
    let other = OtherTask()
    loop.start(other) { $0.hasRun = true }
    var yielder = Yielder(every: 4)
    var steps = 0
    while !other.hasRun {
      if steps == reset { yielder.reset() }
      await yielder.step()
      steps += 1
    }
    return steps
  }

  @Test func yieldsAfterTheMaximumNumberOfSteps() async throws {
    let steps = try await onLoop { loop in
      // Four steps do not yield; the fifth does, before it counts.
      [
        await Self.stepsBeforeOthers(on: loop),
        await Self.stepsBeforeOthers(resettingAt: 2, on: loop),
      ]
    }
    #expect(steps == [5, 7])
  }
}
