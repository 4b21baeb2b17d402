import Threads

/// The one thread that controls a pipeline; the pipeline's bus is its mailbox.
///
/// It sleeps until the bus has a message: of the pipeline, or that a job is there. Jobs run one
/// after the other, and may wait. After `close` the pipeline comes to rest, and the thread ends.
final class PipelineThread: Sendable {
  typealias Job = @Sendable (PipelineControl) -> Void

  private struct Mailbox {
    var jobs: [Job] = []
    var isClosed = false
  }

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
    let result: Result<PipelineThread, AudioError> = await withCheckedContinuation { built in
      do throws(AudioError) {
        try SystemThread.launch(name) {
          do throws(AudioError) {
            let thread = PipelineThread(try build(), onMessage: onMessage)
            built.resume(returning: .success(thread))
            thread.run()
          } catch {
            built.resume(returning: .failure(error))
          }
        }
      } catch {
        built.resume(returning: .failure(error))
      }
    }
    return try result.get()
  }

  /// Runs a job on the thread, after those that are waiting, and waits for what comes of it.
  func perform<Value: Sendable>(
    _ body: @escaping @Sendable (PipelineControl) throws(AudioError) -> Value
  ) async throws(AudioError) -> Value {
    let result: Result<Value, AudioError> = await withCheckedContinuation { continuation in
      let isTaken = mailbox.withLock { mailbox in
        guard !mailbox.isClosed, mailbox.jobs.count < Self.jobsMax else { return false }
        mailbox.jobs.append { control in
          continuation.resume(returning: Result { () throws(AudioError) in try body(control) })
        }
        return true
      }
      if isTaken {
        pipeline.wake()
      } else {
        continuation.resume(returning: .failure(.engine("the pipeline has been closed")))
      }
    }
    return try result.get()
  }

  /// Brings the pipeline to rest and ends the thread, once the jobs that wait are done.
  func close() {
    mailbox.withLock { $0.isClosed = true }
    pipeline.wake()
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
  }
}
