import Foundation
import Glibc
import Synchronization
import Testing

@testable import Threads

@Suite struct WorkerPoolTests {
  /// Keeps the threads of a pool busy until it is opened.
  private final class Gate: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    func wait() { semaphore.wait() }
    func open() { semaphore.signal() }
  }

  private func until(_ condition: () -> Bool) async { while !condition() { await Task.yield() } }

  @Test("work runs on a thread of its own, at a lower priority, and its result comes back")
  func runs() async throws {
    let pool = WorkerPool()
    let own = getpriority(Int32(PRIO_PROCESS.rawValue), 0)
    let (name, priority) = try await pool.run(for: "a") {
      (
        try? String(contentsOfFile: "/proc/thread-self/comm", encoding: .utf8),
        getpriority(Int32(PRIO_PROCESS.rawValue), 0)
      )
    }
    #expect(name == "worker\n")
    #expect(priority == min(19, own + WorkerPool.niceness))
    #expect(getpriority(Int32(PRIO_PROCESS.rawValue), 0) == own)
  }

  @Test("all work is done, by no more threads than allowed")
  func many() async throws {
    let pool = WorkerPool(threadsMax: 2, waitingMax: 1_000)
    let running = Atomic(0)
    let most = Atomic(0)
    let sum = try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 1...300 {
        group.addTask {
          try await pool.run(for: "\(number % 7)") {
            let now = running.add(1, ordering: .relaxed).newValue
            most.max(now, ordering: .relaxed)
            running.subtract(1, ordering: .relaxed)
            return number
          }
        }
      }
      return try await group.reduce(0, +)
    }
    #expect(sum == 300 * 301 / 2)
    #expect((1...2).contains(most.load(ordering: .relaxed)))
  }

  @Test("work beyond the queue is refused, and the address that has most gives way")
  func full() async throws {
    let pool = WorkerPool(threadsMax: 1, waitingMax: 2)
    let gate = Gate()
    let isRunning = Atomic(false)
    let first = Task {
      try await pool.run(for: "a") {
        isRunning.store(true, ordering: .relaxed)
        gate.wait()
      }
    }
    await until { isRunning.load(ordering: .relaxed) }
    let second = Task { try await pool.run(for: "a") {} }
    await until { pool.waitingCount == 1 }
    let third = Task { try await pool.run(for: "a") {} }
    await until { pool.waitingCount == 2 }
    await #expect(throws: WorkerPool.BusyError()) { try await pool.run(for: "a") {} }
    let other = Task { try await pool.run(for: "b") { 7 } }
    await #expect(throws: WorkerPool.BusyError()) { try await third.value }
    gate.open()
    try await first.value
    try await second.value
    #expect(try await other.value == 7)
  }

  @Test("a pool works again after it was idle")
  func again() async throws {
    let pool = WorkerPool(threadsMax: 1)
    for number in 0..<50 { #expect(try await pool.run(for: "a") { number } == number) }
    #expect(pool.waitingCount == 0)
  }
}
