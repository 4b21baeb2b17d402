import ChatterSpeech
import Glibc
import System

/// `chatter-transcribe`: recognises English speech while it arrives on standard input.
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
    if let failure = StandardStream.output.failure(writing: Array((line + "\n").utf8)) {
      throw OutputError(failure: failure)
    }
  }
}

struct OutputError: Error, CustomStringConvertible {
  let failure: FileError

  var description: String { "standard output: \(failure)" }
}

/// The exit codes of the program after an error; codes from 64 up are those of `sysexits.h`.
enum TranscriberExit: Int32 {
  case usage = 2
  case noInput = 66
  case unavailable = 69
  case `internal` = 70
  case output = 74

  init(_ error: any Error) {
    self =
      switch error {
      case SpeechError.noModel: .unavailable
      case is OutputError: .output
      case is FileError: .noInput
      default: .internal
      }
  }
}

/// Reads samples, 16-bit little-endian, from a source of bytes.
struct SampleReader: Sendable {
  /// The maximum number of bytes read at once: a quarter of a second.
  static let chunkBytesMax = 8_000

  /// Returns up to a number of bytes, at least one; none at the end of the input.
  let read: @Sendable (_ bytesMax: Int) throws(FileError) -> [UInt8]

  /// Returns the next samples; nil at the end of the input, which may cut the last one.
  func next() throws(FileError) -> [Int16]? {
    var bytes = try read(Self.chunkBytesMax)
    // A chunk may end inside of a sample.
    if bytes.count % 2 == 1 { bytes += try read(1) }
    if bytes.isEmpty { return nil }
    return stride(from: 1, to: bytes.count, by: 2).map { high in
      Int16(bitPattern: UInt16(bytes[high - 1]) | UInt16(bytes[high]) << 8)
    }
  }
}
