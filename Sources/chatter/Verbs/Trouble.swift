import Chatter
import ChatterAudio
import ChatterClient
import Program

/// Why a verb did not do what was asked: a sentence for a person, a number for a script.
struct Trouble: Error, Equatable {
  let sentence: String
  let exitCode: ExitCode

  init(_ sentence: String, _ exitCode: ExitCode) {
    (self.sentence, self.exitCode) = (Printable.line(sentence), exitCode)
  }

  init(_ error: ClientError) {
    let hint = error == .tls(.untrusted) ? " (--trust FILE)" : ""
    self.init(error.description + hint, Self.code(error))
  }

  init(_ error: AudioError) {
    self.init(error.description, Self.code(error))
  }

  /// Of a file that is to be read.
  init(_ path: String, _ error: FileError) {
    self.init("\(path): \(error)", .noInput)
  }

  init(_ path: String, _ error: AudioClipError) {
    self.init("\(path): \(error)", .data)
  }

  private static func code(_ error: ClientError) -> ExitCode {
    switch error {
    case .network(.timedOut), .network(.cutOff), .cancelled: .temporary
    case .network: .unavailable
    case .tls: .noPermission
    case .malformedAnswer, .tooLarge: .protocol
    case .status(let status, _):
      switch status {
      case 408, 429, 503, 504: .temporary
      case 400...499: .data
      default: .unavailable
      }
    }
  }

  private static func code(_ error: AudioError) -> ExitCode {
    switch error {
    case .noSource, .noSink, .missingPlugin: .unavailable
    case .denied: .noPermission
    case .undecodable, .notBase64: .data
    case .file: .cannotCreate
    case .unsupported: .usage
    case .engine: .internal
    }
  }
}
