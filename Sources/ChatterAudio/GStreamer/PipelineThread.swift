import Threads

/// The one thread that controls a pipeline; the pipeline's bus is its mailbox.
///
/// It sleeps until the bus has a message: of the pipeline, or that a job is there. Jobs run one
/// after the other, and may wait. After `close` the pipeline comes to rest, and the thread ends.
/// A thread that does not come back from a device is waited for no longer than `patienceMax`.
final class PipelineThread: Sendable {
  typealias Job = @Sendable (PipelineControl) -> Void

  private struct Mailbox {
    var jobs: [Job] = []
    var isClosed = false
    var hasEnded = false
    /// Who waits for the end.
    var watchers: [Answer<Void>] = []
  }

  /// How long a thread may take over what it is asked for: longer than a pipeline may.
  static let patienceMax = PipelineControl.patienceMax + .seconds(5)

  /// More than anybody can be waiting for: each caller awaits its job.
  private static let jobsMax = 64

  let pipeline: PipelineHandle
  private let control: PipelineControl
  private let mailbox = Lock(Mailbox())

  private init(_ pipeline: PipelineHandle, onMessage: @escaping @Sendable (BusMessage) -> Void) {
    self.pipeline = pipeline
    control = PipelineControl(pipeline: pipeline, onMessage: onMessage)
  }

  /// Starts a thread, which builds its pipeline first.
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

  /// Runs a job on the thread, after those that are waiting, and waits for what comes of it.
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

  /// Brings the pipeline to rest and ends the thread, once the jobs that wait are done.
  func close() {
    mailbox.withLock { $0.isClosed = true }
    pipeline.wake()
  }

  /// Returns when the pipeline is at rest, so that another may have its device; after `close`.
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
