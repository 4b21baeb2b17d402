import System
import TestSupport
import Testing

@testable import ChatterDaemon

struct LimitedWarningTests {
  @Test func writesTheFirstAtOnceAndCountsTheRestPerPeriod() async throws {
    try await onVirtualTime { loop, clock in
      let lines = Lock<[Int]>([])
      let warning = LimitedWarning(on: loop, period: .seconds(20)) { count, reason in
        #expect(reason == "why")
        lines.withLock { $0.append(count) }
      }
      for _ in 0..<2 {
        for _ in 0..<3000 { warning.record("why") }
        try await clock.advance(by: .zero)
        #expect(lines.withLock { $0 } == [1])
        try await clock.advance(by: .seconds(20))
        #expect(lines.withLock { $0 } == [1, 2999])
        // A period without a warning ends the timer; the next one is written at once.
        try await clock.advance(by: .seconds(20))
        lines.withLock { $0 = [] }
      }
    }
  }
}
