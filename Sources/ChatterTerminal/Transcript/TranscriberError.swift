import System

/// The reason that there is no transcript, or not of the whole recording.
enum TranscriberError: Error, Equatable, CustomStringConvertible {
  /// There is no such program.
  case missing
  case notStarted(path: String, Errno)
  /// The program ended without the whole text; the value is its last message.
  case ended(String?)
  /// The program did not print the whole text in time after the end of the recording.
  case late
  /// The program read the sound more slowly than it was recorded.
  case slow

  var description: String {
    let name = ProgramTranscriber.name
    return switch self {
    case .missing:
      "there is no \(name) beside chatter or in PATH: build it with make transcriber, or record"
        + " without --transcript"
    case .notStarted(let path, let errno): "cannot start \(path): \(errno)"
    case .ended(let message?): message
    case .ended(nil): "\(name) ended before the text was complete"
    case .late: "\(name) did not complete the text in time"
    case .slow: "\(name) was too slow: parts of the recording are missing"
    }
  }
}
