import EventLoop
import Testing

@testable import ChatterDaemon

@Suite("Warnings that recur (needs nothing)")
struct LimitedWarningTests {
  @Test func writesTheFirstAtOnceAndCountsTheRestPerPeriod() async throws {
    let loop = try EventLoop(name: "log")
    defer { loop.stop() }
    let (counts, continuation) = AsyncStream<Int>.makeStream()
    let warning = LimitedWarning(on: loop, period: .milliseconds(20)) { count, reason in
      #expect(reason == "why")
      continuation.yield(count)
    }
    var iterator = counts.makeAsyncIterator()
    for _ in 0..<2 {
      for _ in 0..<3000 { warning.record("why") }
      #expect(await iterator.next() == 1)
      var (lines, counted) = (1, 1)
      while counted < 3000, let count = await iterator.next() {
        counted += count
        lines += 1
      }
      #expect(counted == 3000)
      #expect(lines < 3000)
      // A period without a warning ends the timer; the next one is written at once.
      try await loop.run { try await loop.sleep(until: .after(.milliseconds(200))) }
    }
  }
}
