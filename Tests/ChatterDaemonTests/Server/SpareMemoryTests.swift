import System
import TestSupport
import Testing

@testable import ChatterDaemon

struct SpareMemoryTests {
  private static func withMemory(
    _ body: @escaping @Sendable (SpareMemory, VirtualClock, () -> Int) async throws -> Void
  ) async throws {
    try await onVirtualTime { loop, clock in
      let count = Lock(0)
      let memory = SpareMemory(on: loop, period: .seconds(1), busyPeriodMax: .seconds(30)) {
        count.withLock { $0 += 1 }
      }
      try await body(memory, clock) { count.withLock { $0 } }
    }
  }

  @Test func returnsMemoryOnceAfterEachPeriodOfWork() async throws {
    try await Self.withMemory { memory, clock, count in
      for number in 1...3 {
        memory.recordWork()
        memory.recordWork()
        // The timer starts; it finds that there was work, and waits once more.
        try await clock.advance(by: .zero)
        try await clock.advance(by: .seconds(1))
        try await clock.advance(by: .milliseconds(999))
        #expect(count() == number - 1)
        try await clock.advance(by: .milliseconds(1))
        #expect(count() == number)
      }
      // Long after the last work, memory is not returned again.
      for _ in 0..<5 { try await clock.advance(by: .seconds(60)) }
      #expect(count() == 3)
    }
  }

  @Test func returnsMemoryPeriodicallyDuringLongWork() async throws {
    try await Self.withMemory { memory, clock, count in
      for _ in 0..<1200 {
        memory.recordWork()
        try await clock.advance(by: .milliseconds(100))
      }
      #expect((3...4).contains(count()))
    }
  }
}
