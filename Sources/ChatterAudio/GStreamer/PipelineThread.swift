import System

/// The thread that controls a pipeline. It receives its wake-ups on the pipeline's bus.
///
/// Jobs run one at a time and may block. After `close`, the thread sets the pipeline to the NULL
/// state and ends. Callers wait for a thread that is blocked in a device up to `jobTimeout`.
final class PipelineThread: Sendable {
  private struct JobQueue {
    var jobs: [@Sendable (PipelineControl) -> Void] = []
    var isClosed = false
    var hasEnded = false
    /// The callers that wait for the end of the thread.
    var watchers: [Promise<Void>] = []
  }

  /// The timeout for a job; longer than the pipeline's own timeout.
  static let jobTimeout = PipelineControl.operationTimeout + .seconds(5)

  /// Maximum number of queued jobs; more than there can be callers.
  private static let jobsMax = 64

  let pipeline: PipelineHandle
  private let control: PipelineControl
  private let queue = Lock(JobQueue())

  private init(_ pipeline: PipelineHandle, onMessage: @escaping @Sendable (BusMessage) -> Void) {
    self.pipeline = pipeline
    control = PipelineControl(pipeline: pipeline, onMessage: onMessage)
  }

  /// Starts a thread that first builds its pipeline.
  static func launch(
    _ name: String, building build: @escaping @Sendable () throws(AudioError) -> PipelineHandle,
    onMessage: @escaping @Sendable (BusMessage) -> Void
  ) async throws(AudioError) -> PipelineThread {
    try await GStreamer.start()
    return try await SystemThread.promise(name, within: jobTimeout) { built in
      do throws(AudioError) {
        let thread = PipelineThread(try build(), onMessage: onMessage)
        if !built.resolve(.success(thread)) { thread.close() }
        thread.run()
      } catch {
        built.resolve(.failure(error))
      }
    }
  }

  /// Runs a job on the thread after the queued ones and waits for its result.
  func perform<Value: Sendable>(
    within limit: Duration = jobTimeout,
    _ body: @escaping @Sendable (PipelineControl) throws(AudioError) -> Value
  ) async throws(AudioError) -> Value {
    try await Promise<Value>.wait(within: limit) { promise in
      let isTaken = queue.withLock { queue in
        guard !queue.isClosed, queue.jobs.count < Self.jobsMax else { return false }
        queue.jobs.append { control in
          promise.resolve(Result { () throws(AudioError) in try body(control) })
        }
        return true
      }
      if isTaken {
        pipeline.wake()
      } else {
        promise.resolve(.failure(.engine("the pipeline has been closed")))
      }
    }
  }

  func enter(_ state: ElementHandle.State) async throws(AudioError) {
    try await perform { (control) throws(AudioError) in try control.enter(state) }
  }

  /// Sets the pipeline to the NULL state and ends the thread once the queued jobs are done.
  func close() {
    queue.withLock { $0.isClosed = true }
    pipeline.wake()
  }

  /// Returns when the device can be reused, after `close`.
  func whenAtRest() async {
    _ = try? await Promise<Void>.wait(within: Self.jobTimeout) { promise in
      let hasEnded = queue.withLock { queue in
        if !queue.hasEnded { queue.watchers.append(promise) }
        return queue.hasEnded
      }
      if hasEnded { promise.resolve(.success(())) }
    }
  }

  private func run() {
    while true {
      let (job, isClosed) = queue.withLock { queue in
        (queue.jobs.isEmpty ? nil : queue.jobs.removeFirst(), queue.isClosed)
      }
      if let job {
        job(control)
      } else if isClosed {
        break
      } else if let message = pipeline.nextMessage(within: nil) {
        control.onMessage(message)
      }
    }
    pipeline.element.enter(.atRest)
    let watchers = queue.withLock { queue in
      queue.hasEnded = true
      defer { queue.watchers = [] }
      return queue.watchers
    }
    for watcher in watchers { watcher.resolve(.success(())) }
  }
}
