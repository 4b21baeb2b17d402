import Foundation
import System
import TestSupport
import Testing

/// Workers with one thread, which is busy until `stop` or until this object is released, and with
/// one job that waits for it.
final class BusyWorkers: Sendable {
  let pool: WorkerPool
  private let gate = DispatchSemaphore(value: 0)

  /// - Parameter waitingMax: The maximum number of waiting jobs; with 1, more work is refused.
  init(waitingMax: Int = 1) async throws {
    pool = WorkerPool(threadsMax: 1, waitingMax: waitingMax)
    let isRunning = Lock(false)
    Task { [pool, gate] in
      try await pool.run(for: "busy") {
        isRunning.withLock { $0 = true }
        gate.wait()
      }
    }
    try await eventually { isRunning.withLock { $0 } }
    Task { [pool] in try await pool.run(for: "busy") {} }
    try await eventually { pool.waitingCount == 1 }
  }

  deinit { stop() }

  /// Lets the thread do its work.
  func stop() { gate.signal() }
}
