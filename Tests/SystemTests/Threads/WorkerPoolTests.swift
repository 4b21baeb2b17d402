import Foundation
import Glibc
import Testing

@testable import System

struct WorkerPoolTests {
  /// Counts the jobs that run at the same time.
  private final class Tally: Sendable {
    private let state = Lock((now: 0, most: 0))

    var most: Int { state.withLock { $0.most } }

    func enter() { state.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) } }
    func leave() { state.withLock { $0.now -= 1 } }
  }

  private static var priority: Int32 { getpriority(Int32(PRIO_PROCESS.rawValue), 0) }

  @Test func runsWorkOnItsOwnThreadAtLowerPriority() async throws {
    let pool = WorkerPool()
    let own = Self.priority
    let (name, priority) = try await pool.run(for: "a") {
      (try? String(contentsOfFile: "/proc/thread-self/comm", encoding: .utf8), Self.priority)
    }
    #expect(name == "worker\n")
    #expect(priority == min(19, own + WorkerPool.niceness))
    #expect(Self.priority == own)
  }

  @Test func runsAllWorkOnAtMostTheAllowedThreads() async throws {
    let pool = WorkerPool(threadsMax: 2, waitingMax: 1_000)
    let tally = Tally()
    let sum = try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 1...300 {
        group.addTask {
          try await pool.run(for: "\(number % 7)") {
            tally.enter()
            defer { tally.leave() }
            return number
          }
        }
      }
      return try await group.reduce(0, +)
    }
    #expect(sum == 300 * 301 / 2)
    #expect((1...2).contains(tally.most))
  }

  @Test func refusesWorkOfTheBusiestKeyWhenFull() async throws {
    let pool = WorkerPool(threadsMax: 1, waitingMax: 2)
    let gate = DispatchSemaphore(value: 0)
    let tally = Tally()
    let first = Task {
      try await pool.run(for: "a") {
        tally.enter()
        gate.wait()
      }
    }
    while tally.most < 1 { await Task.yield() }
    let second = Task { try await pool.run(for: "a") {} }
    while pool.waitingCount < 1 { await Task.yield() }
    let third = Task { try await pool.run(for: "a") {} }
    while pool.waitingCount < 2 { await Task.yield() }
    await #expect(throws: WorkerPool.BusyError.self) { try await pool.run(for: "a") {} }
    let other = Task { try await pool.run(for: "b") { 7 } }
    await #expect(throws: WorkerPool.BusyError.self) { try await third.value }
    gate.signal()
    try await first.value
    try await second.value
    #expect(try await other.value == 7)
  }

  @Test func runsWorkAfterBeingIdle() async throws {
    let pool = WorkerPool(threadsMax: 1)
    for number in 0..<50 { #expect(try await pool.run(for: "a") { number } == number) }
    #expect(pool.waitingCount == 0)
  }
}
