import TestSupport
import Testing

@testable import System

struct AsyncEventTests {
  /// An event shared by tasks of its loop.
  private struct Shared: @unchecked Sendable {
    // All tasks run on one loop, so only one thread accesses it.
    let event: AsyncEvent
  }

  @Test func resumesTheWaitingTaskOnSignal() async throws {
    try await onLoop { loop in
      let shared = Shared(event: AsyncEvent(on: loop))
      let waiting = Task(executorPreference: loop) { try await shared.event.wait() }
      await Task.yield()
      shared.event.signal()
      try await waiting.value
    }
  }

  @Test func countsSignalsWithoutWaiterAsOne() async throws {
    try await onLoop { loop in
      let event = AsyncEvent(on: loop)
      event.signal()
      event.signal()
      try await event.wait(until: .now)
      await #expect(throws: WaitError.timedOut) {
        try await event.wait(until: .after(.milliseconds(5)))
      }
    }
  }

  @Test func keepsSignalsThatArriveAfterTheDeadline() async throws {
    try await onLoop { loop in
      let shared = Shared(event: AsyncEvent(on: loop))
      for _ in 0..<20 {
        let waiting = Task(executorPreference: loop) {
          try await shared.event.wait(until: .after(.microseconds(200)))
          return true
        }
        try await loop.sleep(until: .after(.microseconds(200)))
        shared.event.signal()
        // Either the signal woke the task, or it remains for the next wait.
        if (try? await waiting.value) == nil { try await shared.event.wait(until: .now) }
        _ = try? await shared.event.wait(until: .now)
      }
    }
  }

  @Test func endsTheWaitOnCancellation() async throws {
    try await onLoop { loop in
      let shared = Shared(event: AsyncEvent(on: loop))
      let waiting = Task(executorPreference: loop) { try await shared.event.wait() }
      await Task.yield()
      waiting.cancel()
      await #expect(throws: WaitError.cancelled) { try await waiting.value }
      shared.event.signal()
      try await shared.event.wait()
    }
  }
}
