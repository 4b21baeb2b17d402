import EventLoop

/// One run of a transcriber: a thread that exchanges sound and text with the program.
final class TranscriberRun: Sendable {
  private struct State {
    /// The sound that has not been sent, in bytes.
    var queue: [UInt8] = []
    var hasInputEnded = false
    var isCancelled = false
    /// Whether the program may still read.
    var isReading = true
    /// Whether the queue was full.
    var hasLostSound = false
    /// The process of the program until it is ended.
    var process: Int32?
  }

  private let command: [String]
  private let environment: [String: String]
  private let limits: TranscriberLimits
  private let texts: AsyncThrowingStream<String, any Error>.Continuation
  private let state = Lock(State())
  private let event: WakeEvent

  init(
    _ command: [String], _ environment: [String: String], _ limits: TranscriberLimits,
    _ texts: AsyncThrowingStream<String, any Error>.Continuation
  ) throws(Errno) {
    (self.command, self.environment, self.limits) = (command, environment, limits)
    (self.texts, event) = (texts, try WakeEvent())
  }

  /// Starts the thread, which starts the program, and ends with it.
  func start() throws(Errno) {
    try SystemThread.start("chatter-speech", signals: .blocked) { self.run() }
  }

  /// Queues sound for the program, and never waits; sound that does not fit is lost.
  func send(_ samples: [Int16]) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(2 * samples.count)
    for sample in samples {
      bytes.append(UInt8(truncatingIfNeeded: sample))
      bytes.append(UInt8(truncatingIfNeeded: sample >> 8))
    }
    state.withLock { state in
      guard state.isReading, !state.isCancelled else { return }
      if state.queue.count + bytes.count <= limits.queuedBytesMax {
        state.queue += bytes
      } else {
        state.hasLostSound = true
      }
    }
    event.signal()
  }

  /// Ends the program's input after the queued sound.
  func endInput() {
    state.withLock { $0.hasInputEnded = true }
    event.signal()
  }

  /// Kills the program.
  func cancel() {
    state.withLock { state in
      state.isCancelled = true
      // Here and not only by the thread: this program may be about to end.
      if let process = state.process { ConnectedProgram.kill(process) }
    }
    event.signal()
  }

  private func run() {
    do throws(Errno) {
      let program = try ConnectedProgram(command, environment: environment)
      let process = program.process
      state.withLock { $0.process = process }
      let failure = exchange(with: program)
      state.withLock { state in
        state.process = nil
        state.isReading = false
        state.queue = []
      }
      program.end()
      texts.finish(throwing: failure)
    } catch {
      texts.finish(throwing: TranscriberError.notStarted(path: command.first ?? "", error))
    }
  }

  /// Sends the sound and receives the text until that is complete.
  ///
  /// - Returns: Why it is not complete; nil if it is.
  private func exchange(with program: borrowing ConnectedProgram) -> TranscriberError? {
    var lines = TranscriptLines()
    var hasEndedInput = false
    var deadline: ContinuousClock.Instant?
    while true {
      let step = state.withLock { state in
        (
          bytes: Array(state.queue.prefix(limits.stepBytesMax)),
          hasInputEnded: state.hasInputEnded, isCancelled: state.isCancelled
        )
      }
      if step.isCancelled { return nil }
      if step.hasInputEnded, deadline == nil { deadline = ContinuousClock.now + limits.endTimeout }
      if !step.bytes.isEmpty { send(step.bytes, to: program) }
      if step.hasInputEnded, step.bytes.isEmpty, !hasEndedInput {
        hasEndedInput = true
        program.endInput()
      }
      guard let output = program.receive(bytesMax: limits.stepBytesMax) else {
        return .ended(lines.message)
      }
      if lines.receive(output) { texts.yield(lines.text) }
      if lines.isFinal { return state.withLock(\.hasLostSound) ? .slow : nil }
      let rest = deadline.map { ContinuousClock.now.duration(to: $0) }
      if let rest, rest <= .zero { return .late }
      let isFlood = output.count == limits.stepBytesMax
      let waitsForInput = state.withLock { !$0.queue.isEmpty }
      program.wait(
        sends: waitsForInput, receives: !isFlood, or: event,
        timeout: isFlood ? limits.floodPause : rest)
    }
  }

  /// Sends queued sound.
  private func send(_ bytes: [UInt8], to program: borrowing ConnectedProgram) {
    let count = program.send(bytes)
    state.withLock { state in
      if let count {
        state.queue.removeFirst(count)
      } else {
        // What it has printed is still of interest.
        state.isReading = false
        state.queue = []
      }
    }
  }
}
