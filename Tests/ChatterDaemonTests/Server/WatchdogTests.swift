import Foundation
import Synchronization
import System
import TestSupport
import Testing

@testable import ChatterDaemon

struct WatchdogTests {
  /// Blocks a thread until it is released.
  private final class Blockade: Sendable {
    let hasBegun = Atomic(false)
    private let released = DispatchSemaphore(value: 0)

    func hold() {
      hasBegun.store(true, ordering: .relaxed)
      released.wait()
    }

    func release() { released.signal() }
  }

  @Test func reportsUntilALoopIsStuck() async throws {
    let clock = VirtualClock()
    let loops = [try EventLoop(name: "first", clock: clock), try EventLoop(name: "second")]
    defer { for loop in loops { loop.stop() } }
    let count = Atomic(0)
    let watchdog = Watchdog(interval: .seconds(20)) { count.add(1, ordering: .relaxed) }
    let watching = Task(executorPreference: loops[0]) { await watchdog.run(on: loops) }
    func reports(_ number: Int) async throws {
      try await eventually { count.load(ordering: .relaxed) == number }
    }
    try await reports(1)
    for number in 2...3 {
      try await clock.advance(by: .seconds(10))
      try await reports(number)
    }
    // The thread of the second loop does nothing else until it is released.
    let blockade = Blockade()
    let blocking = Task(executorPreference: loops[1]) { blockade.hold() }
    try await eventually { blockade.hasBegun.load(ordering: .relaxed) }
    for _ in 0..<5 { try await clock.advance(by: .seconds(10)) }
    #expect(count.load(ordering: .relaxed) == 3)
    blockade.release()
    await blocking.value
    try await reports(4)
    watching.cancel()
    await watching.value
  }

  @Test func needsASupervisorThatAwaitsReports() throws {
    #expect(Watchdog(nil) == nil)
    let variables = ["NOTIFY_SOCKET": "/run/notify"]
    let supervisor = try #require(Supervisor(LaunchEnvironment(variables: variables)))
    #expect(Watchdog(supervisor) == nil)
    let watched = try #require(
      Supervisor(
        LaunchEnvironment(variables: variables.merging(["WATCHDOG_USEC": "1000"]) { $1 })))
    #expect(Watchdog(watched) != nil)
  }
}
