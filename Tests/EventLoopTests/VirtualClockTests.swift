import TestSupport
import Testing

@testable import EventLoop

struct VirtualClockTests {
  @Test func passesOnlyWhenItIsAdvanced() async throws {
    try await onVirtualTime { loop, clock in
      let began = Deadline.now
      #expect(clock.now == began)
      try await clock.advance(by: .seconds(3600))
      #expect(Deadline.now == began.advanced(by: .seconds(3600)))
      #expect(began.hasPassed)
    }
  }

  @Test func isTheTimeOfItsLoopsOnly() async throws {
    let clock = VirtualClock()
    let loops = [
      try EventLoop(name: "first", clock: clock), try EventLoop(name: "second", clock: clock),
      try EventLoop(name: "other"),
    ]
    defer { for loop in loops { loop.stop() } }
    try await clock.advance(by: .seconds(86_400))
    for loop in loops[..<2] { #expect(try await loop.run { Deadline.now } == clock.now) }
    #expect(try await loops[2].run { Deadline.now } < clock.now)
    #expect(Deadline.now < clock.now)
  }

  @Test func wakesSleepersAtTheirInstantAndNotBefore() async throws {
    try await onVirtualTime { loop, clock in
      let instant = Deadline.after(.seconds(60))
      let sleeping = Task(executorPreference: loop) { try await loop.sleep(until: instant) }
      await Task.yield()
      try await clock.advance(by: .milliseconds(59_999))
      #expect(loop.hasWait(until: instant))
      #expect(!loop.hasWait(until: instant.advanced(by: .milliseconds(1))))
      try await clock.advance(by: .milliseconds(1))
      try await sleeping.value
      #expect(!loop.hasWait(until: instant))
    }
  }
}
