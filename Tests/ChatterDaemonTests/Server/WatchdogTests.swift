import EventLoop
import Program
import Synchronization
import Testing

@testable import ChatterDaemon

@Suite("The watchdog of the service manager")
struct WatchdogTests {
  @Test func reportsUntilALoopIsStuck() async throws {
    let loops = [try EventLoop(name: "first"), try EventLoop(name: "second")]
    defer { for loop in loops { loop.stop() } }
    let (reports, continuation) = AsyncStream<Void>.makeStream()
    let count = Atomic(0)
    let watchdog = Watchdog(interval: .milliseconds(2)) {
      count.add(1, ordering: .relaxed)
      continuation.yield()
    }
    let watching = Task(executorPreference: loops[0]) { await watchdog.run(on: loops) }
    var iterator = reports.makeAsyncIterator()
    for _ in 0..<3 { await iterator.next() }

    // The thread of the second loop does nothing else until it is released.
    let isReleased = Atomic(false)
    let (stuck, began) = AsyncStream<Void>.makeStream()
    let blocking = Task(executorPreference: loops[1]) {
      began.yield()
      while !isReleased.load(ordering: .relaxed) {}
    }
    var beginning = stuck.makeAsyncIterator()
    await beginning.next()
    // One report may have been under way.
    let before = count.load(ordering: .relaxed)
    try await loops[0].run { try await loops[0].sleep(until: .after(.milliseconds(100))) }
    #expect(count.load(ordering: .relaxed) <= before + 1)

    isReleased.store(true, ordering: .relaxed)
    await blocking.value
    let after = count.load(ordering: .relaxed)
    while count.load(ordering: .relaxed) <= after { await iterator.next() }
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
