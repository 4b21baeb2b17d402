import EventLoop

/// The thread that controls a pipeline. It receives its wake-ups on the pipeline's bus.
///
/// The thread sleeps until the bus has a message, either from the pipeline or about a new job. Jobs
/// run one at a time and may block. After `close`, the thread sets the pipeline to the NULL state
/// and ends. Callers wait for a thread that is blocked in a device no longer than `patienceMax`.
final class PipelineThread: Sendable {
  typealias Job = @Sendable (PipelineControl) -> Void

  private struct Mailbox {
    var jobs: [Job] = []
    var isClosed = false
    var hasEnded = false
    /// The callers that wait for the end of the thread.
    var watchers: [Answer<Void>] = []
  }

  /// The timeout for a job; longer than the pipeline's own timeout.
  static let patienceMax = PipelineControl.patienceMax + .seconds(5)

  /// Maximum number of queued jobs; more than there can be callers, each of which waits for its
  /// job.
  private static let jobsMax = 64

  let pipeline: PipelineHandle
  private let control: PipelineControl
  private let mailbox = Lock(Mailbox())

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
    return try await Answer<PipelineThread>.wait(within: patienceMax) { built in
      do throws(AudioError) {
        try SystemThread.launch(name) {
          do throws(AudioError) {
            let thread = PipelineThread(try build(), onMessage: onMessage)
            if !built.give(.success(thread)) { thread.close() }
            thread.run()
          } catch {
            built.give(.failure(error))
          }
        }
      } catch {
        built.give(.failure(error))
      }
    }
  }

  /// Runs a job on the thread after the queued ones and waits for its result.
  func perform<Value: Sendable>(
    within limit: Duration = patienceMax,
    _ body: @escaping @Sendable (PipelineControl) throws(AudioError) -> Value
  ) async throws(AudioError) -> Value {
    try await Answer<Value>.wait(within: limit) { answer in
      let isTaken = mailbox.withLock { mailbox in
        guard !mailbox.isClosed, mailbox.jobs.count < Self.jobsMax else { return false }
        mailbox.jobs.append { control in
          answer.give(Result { () throws(AudioError) in try body(control) })
        }
        return true
      }
      if isTaken {
        pipeline.wake()
      } else {
        answer.give(.failure(.engine("the pipeline has been closed")))
      }
    }
  }

  /// Sets the pipeline to the NULL state and ends the thread once the queued jobs are done.
  func close() {
    mailbox.withLock { $0.isClosed = true }
    pipeline.wake()
  }

  /// Returns when the pipeline is in the NULL state after `close`, so that its device can be
  /// reused.
  func whenAtRest() async {
    _ = try? await Answer<Void>.wait(within: Self.patienceMax) { answer in
      let hasEnded = mailbox.withLock { mailbox in
        if !mailbox.hasEnded { mailbox.watchers.append(answer) }
        return mailbox.hasEnded
      }
      if hasEnded { answer.give(.success(())) }
    }
  }

  private func run() {
    while true {
      let (job, isClosed) = mailbox.withLock { mailbox in
        (mailbox.jobs.isEmpty ? nil : mailbox.jobs.removeFirst(), mailbox.isClosed)
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
    let watchers = mailbox.withLock { mailbox in
      mailbox.hasEnded = true
      defer { mailbox.watchers = [] }
      return mailbox.watchers
    }
    for watcher in watchers { watcher.give(.success(())) }
  }
}
