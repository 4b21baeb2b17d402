private import Glibc

/// A few threads for work that would block an event loop for milliseconds.
///
/// A thread starts when there is work and ends when there is none, so an idle pool has no threads.
/// The threads run at a lower priority than the loops. Keys, such as the addresses of clients, are
/// served in turn. Work that does not fit in the queue is refused.
public final class WorkerPool: Sendable {
  /// The queue is full, or the system has no thread left.
  public struct BusyError: Error, Equatable {}

  /// Maximum number of jobs that wait for a thread.
  public static let waitingMax = 256
  /// Maximum number of threads, on a machine with at least that many processors.
  public static let threadsMax = 4
  /// The increment of the threads' nice value (setpriority(2)).
  static let niceness: Int32 = 5

  /// A job that runs its work, or reports that it was refused if `canRun` is false.
  private typealias Job = @Sendable (_ canRun: Bool) -> Void

  private struct State {
    var queue: FairQueue<Job>
    var threadCount = 0
  }

  private let state: Lock<State>
  private let threadsMax: Int

  /// Creates a pool without threads.
  ///
  /// - Parameters:
  ///   - threadsMax: The maximum number of threads, at least 1; by default the number of
  ///     processors, but at most four.
  ///   - waitingMax: The maximum number of waiting jobs, at least 1.
  public init(threadsMax: Int? = nil, waitingMax: Int = WorkerPool.waitingMax) {
    let processors = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    self.threadsMax = max(1, threadsMax ?? min(Self.threadsMax, processors))
    state = Lock(State(queue: FairQueue(countMax: waitingMax)))
  }

  /// The number of jobs that wait for a thread.
  public var waitingCount: Int { state.withLock { $0.queue.count } }

  /// Runs work on a thread of the pool and returns its result on the caller's executor.
  ///
  /// Accepted work runs to its end, even if the caller's task is cancelled. Keys, such as the
  /// addresses of clients, are served in turn.
  public func run<Success: Sendable>(
    for key: String, _ work: @escaping @Sendable () -> Success
  ) async throws(BusyError) -> Success {
    let result: Success? = await withCheckedContinuation { continuation in
      submit(for: key) { canRun in continuation.resume(returning: canRun ? work() : nil) }
    }
    guard let result else { throw BusyError() }
    return result
  }

  private func submit(for key: String, _ job: @escaping Job) {
    let (refused, mustStart) = state.withLock { state in
      let refused = state.queue.add(job, for: key)
      let mustStart = state.threadCount < threadsMax && state.queue.count > 0
      if mustStart { state.threadCount += 1 }
      return (refused, mustStart)
    }
    refused?(false)
    if mustStart { startThread() }
  }

  private func startThread() {
    do throws(Errno) {
      try SystemThread.start("worker", signals: .blocked) { self.work() }
    } catch {
      let refused = state.withLock { state in
        state.threadCount -= 1
        // The running threads take the waiting jobs.
        return state.threadCount == 0 ? state.queue.removeAll() : []
      }
      for job in refused { job(false) }
    }
  }

  /// Runs the waiting jobs until there are none.
  private func work() {
    // On Linux each thread has its own nice value (setpriority(2), "C library/kernel differences").
    // If the change is refused, the work runs at the priority of the loops.
    let process = Int32(PRIO_PROCESS.rawValue)
    _ = setpriority(process, 0, getpriority(process, 0) + Self.niceness)
    while let job = nextJob() { job(true) }
  }

  private func nextJob() -> Job? {
    state.withLock { state in
      let job = state.queue.next()
      if job == nil { state.threadCount -= 1 }
      return job
    }
  }
}
