import EventLoop
import Synchronization
import Testing

@testable import ChatterDaemon

@Suite("Memory that is returned to the system (needs nothing)")
struct SpareMemoryTests {
  private static let soon = Duration.seconds(20)

  @Test func returnsMemoryOnceAfterEachPeriodOfWork() async throws {
    let loop = try EventLoop(name: "memory")
    defer { loop.stop() }
    let (returned, continuation) = AsyncStream<Void>.makeStream()
    let memory = SpareMemory(on: loop, period: .milliseconds(1)) { continuation.yield() }
    var iterator = returned.makeAsyncIterator()
    for _ in 0..<3 {
      memory.recordWork()
      memory.recordWork()
      await iterator.next()
    }
    // Long after the last work, memory is not returned again.
    let count = Atomic(0)
    let quiet = SpareMemory(on: loop, period: .milliseconds(1)) {
      count.add(1, ordering: .relaxed)
    }
    quiet.recordWork()
    let end = Deadline.after(Self.soon)
    while count.load(ordering: .relaxed) == 0, !end.hasPassed {
      try await loop.run { try await loop.sleep(until: .after(.milliseconds(5))) }
    }
    try await loop.run { try await loop.sleep(until: .after(.milliseconds(50))) }
    #expect(count.load(ordering: .relaxed) == 1)
  }

  @Test func returnsMemoryPeriodicallyDuringLongWork() async throws {
    let loop = try EventLoop(name: "memory")
    defer { loop.stop() }
    let count = Atomic(0)
    let memory = SpareMemory(
      on: loop, period: .milliseconds(2), busyPeriodMax: .milliseconds(20)
    ) { count.add(1, ordering: .relaxed) }
    let end = Deadline.after(Self.soon)
    while count.load(ordering: .relaxed) < 3, !end.hasPassed { memory.recordWork() }
    #expect(count.load(ordering: .relaxed) >= 3)
  }

  @Test func postponesReturningMemoryDuringWork() async throws {
    let loop = try EventLoop(name: "memory")
    defer { loop.stop() }
    let count = Atomic(0)
    let memory = SpareMemory(on: loop, period: .seconds(3600)) { count.add(1, ordering: .relaxed) }
    for _ in 0..<1000 { memory.recordWork() }
    try await loop.run { try await loop.sleep(until: .after(.milliseconds(5))) }
    #expect(count.load(ordering: .relaxed) == 0)
  }
}
