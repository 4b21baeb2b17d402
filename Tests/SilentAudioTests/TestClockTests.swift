import ChatterAudio
import SilentAudio
import System
import Testing

struct TestClockTests {
  @Test func staysAtItsTimeUntilAdvanced() {
    let clock = TestClock()
    let start = clock.now
    #expect(clock.now == start)
    clock.advance(by: .seconds(3))
    #expect(start.duration(to: clock.now) == .seconds(3))
    #expect(clock.minimumResolution == .zero)
  }

  @Test func wakesSleepersAtTheirDeadline() async throws {
    let clock = TestClock()
    let woken = Lock(false)
    let task = Task {
      try await clock.sleep(for: .seconds(2))
      woken.withLock { $0 = true }
    }
    await clock.whenWaiting(atLeast: 1)
    clock.advance(by: .milliseconds(1999))
    #expect(clock.waitingCount == 1)
    #expect(!woken.withLock { $0 })
    clock.advance(by: .milliseconds(1))
    #expect(clock.waitingCount == 0)
    try await task.value
    #expect(woken.withLock { $0 })
  }

  @Test func returnsImmediatelyForPastInstants() async throws {
    let clock = TestClock()
    clock.advance(by: .seconds(1))
    try await clock.sleep(until: .init())
    try await clock.sleep(until: clock.now)
  }

  @Test func throwsFromSleepsCancelledBeforeAndAfterTheirStart() async {
    let clock = TestClock()
    let task = Task { try await clock.sleep(for: .seconds(1)) }
    await clock.whenWaiting(atLeast: 1)
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(clock.waitingCount == 0)

    let cancelled = Task {
      unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
      try await clock.sleep(for: .seconds(1))
    }
    await #expect(throws: CancellationError.self) { try await cancelled.value }
    #expect(clock.waitingCount == 0)
  }

  @Test func hasNoAlarmOfATaskThatIsCancelledMeanwhile() async {
    let clock = TestClock()
    var failures = 0
    for _ in 0..<10_000 {
      let hasEnded = Lock(false)
      let task = Task { @concurrent in
        try? await clock.sleep(for: .seconds(1))
        hasEnded.withLock { $0 = true }
      }
      task.cancel()
      while !hasEnded.withLock({ $0 }) {
        failures += clock.waitingCount
        await Task.yield()
      }
    }
    #expect(failures == 0)
  }

  @Test func firesAlarmsInOrderAtTheirInstants() async throws {
    let engine = SilentEngine { $0 / .seconds(1) }
    let recording = try await engine.recording(to: "/dev/null", RecordingSettings())
    engine.clock.advance(by: .seconds(1))
    var levels: [Double] = []
    for try await level in recording.levels {
      levels.append(level)
      if levels.count == 10 { recording.close() }
    }
    #expect(levels == [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1])
  }
}
