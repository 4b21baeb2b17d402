import Chatter
import ChatterAudio
import ChatterClient
import System

/// The error of a verb: a message for a person and an exit code for a script.
struct ExitError: Error, Equatable {
  let message: String
  let exitCode: ExitCode

  init(_ message: String, _ exitCode: ExitCode) {
    (self.message, self.exitCode) = (Printable.line(message), exitCode)
  }

  init(_ error: ClientError, at authority: String) {
    self.init(error.description(at: authority) + Self.hint(error, authority), Self.code(error))
  }

  /// The error of a list that was too large and came without its clips; nil for any other error.
  init?(ofMissingClips error: ClientError?) {
    guard case .tooLarge(let bytesMax)? = error else { return nil }
    self.init(
      "the list with its clips exceeds \(bytesMax >> 20) MiB: it was retrieved without them", .data)
  }

  /// The error of a post, with the key that makes a retry safe if the post may have been stored.
  init(ofPost error: ClientError, at authority: String, _ key: String?) {
    if error.isOutcomeUnknown {
      let hint = key.map { ", or repeat it with --key \($0), which stores it only once" } ?? ""
      self.init(error.postDescription(at: authority) + hint, .unknownOutcome)
    } else if case .status(let status, _) = error, Self.concernsPost(status) {
      self.init(error.description, .data)
    } else {
      self.init(error, at: authority)
    }
  }

  init(_ error: AudioError) {
    self.init(error.description, Self.code(error))
  }

  private static func hint(_ error: ClientError, _ authority: String) -> String {
    switch error {
    case .tls(.untrusted): " (run chatter server \(authority), or give --trust FILE)"
    case .token(.otherUser, _): ""
    case .token: " (run chatter sign-in)"
    default: ""
    }
  }

  /// Whether a rejection concerns the post itself, not the sender, the URL or the time.
  private static func concernsPost(_ status: Int) -> Bool {
    400..<500 ~= status && ![401, 403, 404, 405, 407, 408, 429].contains(status)
  }

  private static func code(_ error: ClientError) -> ExitCode {
    switch error {
    case .network(.timedOut), .network(.cutOff), .cancelled: .temporary
    case .network: .unavailable
    case .tls, .token: .noPermission
    case .malformedResponse, .tooLarge: .protocol
    case .status(let status, _):
      switch status {
      case 401, 403, 407: .noPermission
      case 408, 429, 503, 504: .temporary
      case 300...499: .protocol
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

extension Files {
  /// Reads a file that the person named, or standard input for `-`.
  static func input(_ path: String, bytesMax: Int) throws(ExitError) -> [UInt8] {
    do throws(FileError) {
      if path == "-" {
        return try WholeFile.read(descriptor: StandardStream.input.rawValue, bytesMax: bytesMax)
      }
      return try WholeFile.read(path, bytesMax: bytesMax)
    } catch {
      let isTooLong = if case .tooLong = error { true } else { false }
      let name = path == "-" ? "standard input" : path
      throw ExitError("\(name): \(error)", isTooLong ? .data : .noInput)
    }
  }
}
