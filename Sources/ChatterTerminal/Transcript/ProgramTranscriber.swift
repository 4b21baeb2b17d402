import ChatterAudio
import Glibc
import System

/// The limits of a transcriber, which must not affect the recording.
struct TranscriberLimits: Sendable {
  /// The maximum amount of sound that waits for the program, in bytes: 30 s.
  var queuedBytesMax = 30 * 16_000 * 2
  /// The time that the program has to complete the text after the end of the recording.
  var endTimeout = Duration.seconds(60)
}

/// Transcribes speech with a program, `chatter-transcribe`, so that this program does not need a
/// library for it: docs/use/terminal.md describes its input and output.
///
/// Whatever the program does, the sound is read as it arrives. The stream of texts ends with a
/// `TranscriberError` if the text is not complete.
struct ProgramTranscriber: Transcriber {
  static let name = "chatter-transcribe"

  /// The path of the program, and its arguments.
  let command: [String]
  var environment: [String: String] = [:]
  var limits = TranscriberLimits()

  /// Finds the program beside this one, else in `PATH`.
  static func find(
    _ environment: LaunchEnvironment, beside own: String? = ProgramPath.own
  ) throws(TranscriberError) -> Self {
    guard let path = ProgramPath.find(name, in: environment.variable("PATH"), beside: own) else {
      throw .missing
    }
    return Self(command: [path], environment: environment.variables)
  }

  func transcribe(
    _ samples: AsyncThrowingStream<[Int16], any Error>
  ) -> AsyncThrowingStream<String, any Error> {
    // Each text contains everything so far.
    let (texts, more) = AsyncThrowingStream.makeStream(
      of: String.self, bufferingPolicy: .bufferingNewest(1))
    do throws(Errno) {
      let program = try ConnectedProgram(command, environment: environment)
      let run = TranscriberRun(program: program, limits: limits, texts: more)
      let feeding = Task.detached { await run.send(samples) }
      more.onTermination = { _ in
        feeding.cancel()
        // Here and not only by the thread: this program may be about to end.
        program.kill()
      }
      try run.start()
    } catch {
      more.finish(throwing: TranscriberError.notStarted(path: command.first ?? "", error))
    }
    return texts
  }
}

/// One run of a transcriber: a task sends it the sound, and a thread receives the text.
private final class TranscriberRun: Sendable {
  private static let stepBytesMax = 64 * 1024
  /// The pause after a full step: a flood of output must not take the recording's processor.
  private static let floodPauseMilliseconds: Int32 = 50
  /// The pause before more is sent to a program that reads slowly, after the end of the recording.
  private static let sendPause = Duration.milliseconds(20)

  private let program: ConnectedProgram
  private let limits: TranscriberLimits
  private let texts: AsyncThrowingStream<String, any Error>.Continuation
  private let state = Lock((hasLostSound: false, isLate: false))

  init(
    program: ConnectedProgram, limits: TranscriberLimits,
    texts: AsyncThrowingStream<String, any Error>.Continuation
  ) {
    (self.program, self.limits, self.texts) = (program, limits, texts)
  }

  func start() throws(Errno) {
    do throws(Errno) {
      try SystemThread.start("chatter-speech", signals: .blocked) { self.receive() }
    } catch {
      program.end()
      throw error
    }
  }

  /// Sends the sound as it arrives, without waiting; what does not fit into the queue is lost.
  func send(_ samples: AsyncThrowingStream<[Int16], any Error>) async {
    var queue: [UInt8] = []
    do {
      for try await chunk in samples {
        if queue.count + 2 * chunk.count <= limits.queuedBytesMax {
          for sample in chunk {
            queue.append(UInt8(truncatingIfNeeded: sample))
            queue.append(UInt8(truncatingIfNeeded: sample >> 8))
          }
        } else {
          state.withLock { $0.hasLostSound = true }
        }
        send(&queue)
      }
    } catch {
      return texts.finish(throwing: error)
    }
    let deadline = ContinuousClock.now + limits.endTimeout
    while !queue.isEmpty, ContinuousClock.now < deadline, !Task.isCancelled {
      try? await Task.sleep(for: Self.sendPause)
      send(&queue)
    }
    program.endInput()
    guard (try? await Task.sleep(until: deadline)) != nil else { return }
    state.withLock { $0.isLate = true }
    program.kill()
  }

  private func send(_ queue: inout [UInt8]) {
    // What a program that no longer reads has printed is still of interest.
    queue.removeFirst(program.send(queue) ?? queue.count)
  }

  private func receive() {
    var lines = TranscriptLines()
    while !lines.isFinal, let output = program.receive(bytesMax: Self.stepBytesMax) {
      if lines.receive(output) { texts.yield(lines.text) }
      if output.count == Self.stepBytesMax, !lines.isFinal {
        _ = poll(nil, 0, Self.floodPauseMilliseconds)
      }
    }
    program.end()
    let (hasLostSound, isLate) = state.withLock(\.self)
    if lines.isFinal {
      texts.finish(throwing: hasLostSound ? TranscriberError.slow : nil)
    } else {
      texts.finish(throwing: isLate ? TranscriberError.late : .ended(lines.message))
    }
  }
}

/// The output of a transcriber: lines of `partial` or `final`, a space, and the whole text so far.
/// Any other line is a message about a failure.
struct TranscriptLines {
  /// The maximum length of a line, in bytes; longer ones are ignored.
  static let lineBytesMax = 256 * 1024
  /// The maximum length of a message, in characters; the rest is ignored.
  static let messageMax = 200

  private var lines = LineSplitter(bytesMax: lineBytesMax)
  /// The text so far, on one line that is safe for a terminal.
  private(set) var text = ""
  /// Whether the text is complete.
  private(set) var isFinal = false
  private(set) var message: String?

  /// Reads a chunk of output; false if it does not change the text.
  mutating func receive(_ bytes: [UInt8]) -> Bool {
    let former = text
    lines.receive(bytes)
    while !isFinal, let line = lines.next() {
      if case .text(let line) = line { take(line) }
    }
    return text != former
  }

  private mutating func take(_ line: String) {
    let word = line.prefix { $0 != " " }
    switch word {
    case "partial", "final":
      text = Printable.line(String(line.dropFirst(word.count + 1)))
      isFinal = word == "final"
    default:
      if !line.isBlank { message = Printable.line(String(line.prefix(Self.messageMax))) }
    }
  }
}
