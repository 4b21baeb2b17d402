import ChatterAudio
import EventLoop
import Program

/// Transcribes speech with a program, `chatter-transcribe`, so that this program does not need a
/// library for it: docs/use/terminal.md describes its input and output.
///
/// Whatever the program does, the sound is read as it arrives. The stream of texts ends with a
/// `TranscriberError` if the text is not complete.
struct ProgramTranscriber: Transcriber {
  static let name = "chatter-transcribe"

  /// The path of the program, and its arguments.
  let command: [String]
  /// The variables of its environment.
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
      let run = try TranscriberRun(command, environment, limits, more)
      let feeding = Task.detached {
        do {
          for try await chunk in samples { run.send(chunk) }
          run.endInput()
        } catch {
          more.finish(throwing: error)
        }
      }
      more.onTermination = { _ in
        feeding.cancel()
        run.cancel()
      }
      try run.start()
    } catch {
      more.finish(throwing: TranscriberError.notStarted(path: command.first ?? "", error))
    }
    return texts
  }
}
