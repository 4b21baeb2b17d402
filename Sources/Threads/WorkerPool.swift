private import Glibc

/// A few threads for work that would keep an event loop busy for milliseconds.
///
/// A thread starts when there is work and ends when there is none, so that an idle pool has none.
/// Threads run at a lower priority than the loops. Keys, such as the addresses of clients, take
/// turns; work for which the queue has no room is refused.
public final class WorkerPool: Sendable {
  /// The queue is full, or the system has no thread left.
  public struct BusyError: Error, Equatable {
    /// The error of all work that is refused.
    public init() {}
  }

  /// Pieces of work that wait at most.
  public static let waitingMax = 256
  /// Threads at most, where the machine has as many processors.
  public static let threadsMax = 4
  /// What is added to the threads' nice value (setpriority(2)).
  static let niceness: Int32 = 5

  /// Runs, or is told that it cannot.
  private typealias Job = @Sendable (_ canRun: Bool) -> Void

  private struct State {
    var queue: FairQueue<Job>
    var threadCount = 0
  }

  private let state: Lock<State>
  private let threadsMax: Int

  /// - Parameters:
  ///   - threadsMax: at least 1; by default the number of processors, and no more than four.
  ///   - waitingMax: at least 1.
  public init(threadsMax: Int? = nil, waitingMax: Int = WorkerPool.waitingMax) {
    let processors = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    self.threadsMax = max(1, threadsMax ?? min(Self.threadsMax, processors))
    state = Lock(State(queue: FairQueue(countMax: waitingMax)))
  }

  /// How many pieces of work wait for a thread.
  public var waitingCount: Int { state.withLock { $0.queue.count } }

  /// Runs work on a thread of the pool and returns its result, on the caller's executor.
  ///
  /// Work that has been accepted runs to its end, also when the caller's task is cancelled.
  ///
  /// - Parameter key: what takes turns, such as the address of a client.
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
    do throws(SystemThread.StartError) {
      try SystemThread.start("worker", signals: .blocked) { self.work() }
    } catch {
      let refused = state.withLock { state in
        state.threadCount -= 1
        // What waits is left to the threads that run.
        return state.threadCount == 0 ? state.queue.removeAll() : []
      }
      for job in refused { job(false) }
    }
  }

  /// Runs what waits, until nothing does.
  private func work() {
    // On Linux this is the thread's own (setpriority(2), "C library/kernel differences"); where it is
    // refused, the work runs at the priority of the loops.
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
