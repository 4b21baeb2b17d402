import TestSupport
import Testing

@testable import System

struct VirtualClockTests {
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
}
