import ChatterSpeech
import Program

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
