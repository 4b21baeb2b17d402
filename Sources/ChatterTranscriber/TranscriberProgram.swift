import ChatterSpeech
import Glibc
import Program

/// `chatter-transcribe`: recognises English speech while it arrives on standard input.
///
/// The input is sound, 16-bit little-endian mono at 16 kHz. Each line of the output is `partial` or
/// `final`, a space, and all text recognised so far. A line `partial` is printed whenever the text
/// grows, and one line `final` after the end of the input. Errors go to standard error.
@main
struct TranscriberProgram {
  private static let usage = """
    usage: chatter-transcribe < SOUND

    Recognises English speech while it arrives on standard input: 16-bit
    little-endian mono at 16 kHz. Prints lines "partial TEXT" while the text
    grows, and one line "final TEXT" after the end of the input.

    Exit status: 0 success, 2 invalid command line, 66 the input cannot be read,
    69 the speech model is not installed, 70 recognition failed, 74 the output
    cannot be written.

    """

  static func main() async {
    StandardStream.ensureOpen(refusing: true)
    switch LaunchEnvironment.arguments() {
    case []: break
    case ["--help"]: exit(StandardStream.output.write(usage) ? 0 : TranscriberExit.output.rawValue)
    default:
      StandardStream.error.write(usage)
      exit(TranscriberExit.usage.rawValue)
    }
    do {
      try await transcribe()
    } catch {
      StandardStream.error.write("chatter-transcribe: \(error)\n")
      exit(TranscriberExit(error).rawValue)
    }
  }

  private static func transcribe() async throws {
    let reader = SampleReader { bytesMax throws(FileError) in
      try StandardStream.input.read(bytesMax: bytesMax)
    }
    // The read blocks one of the threads that run tasks. The only other task, this one, runs on the
    // main thread.
    let samples = AsyncThrowingStream<[Int16], any Error> { try reader.next() }
    var last = ""
    for try await text in SphinxTranscriber().transcribe(samples) {
      last = text
      try write("partial \(text)")
    }
    try write("final \(last)")
  }

  private static func write(_ line: String) throws(OutputError) {
    if let failure = StandardStream.output.failure(writing: line + "\n") {
      throw OutputError(failure: failure)
    }
  }
}

/// The text could not be written to standard output.
struct OutputError: Error, CustomStringConvertible {
  let failure: FileError

  var description: String { "standard output: \(failure)" }
}
