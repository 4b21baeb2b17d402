/// The exit codes of the program; codes from 64 up are those of `sysexits.h`, except the last.
enum ExitCode: Int32, CaseIterable, Sendable {
  case success = 0
  case usage = 2
  case data = 65
  case noInput = 66
  case unavailable = 69
  case `internal` = 70
  case cannotCreate = 73
  case output = 74
  case temporary = 75
  case `protocol` = 76
  case noPermission = 77
  case configuration = 78
  case unknownOutcome = 79

  /// The description in the manual page and in help.
  var meaning: String {
    switch self {
    case .success: "Success."
    case .usage: "Invalid command line."
    case .data: "Invalid clip, text or file, or the server rejected the post."
    case .noInput: "A file, a chatt or a clip does not exist."
    case .unavailable: "The server, an audio device or chatter-transcribe is unavailable."
    case .internal: "Internal error."
    case .cannotCreate: "Could not write a file."
    case .output: "Could not write to standard output."
    case .temporary: "Temporary failure: a retry may succeed."
    case .protocol: "Unexpected response: this may not be a Chatter server."
    case .noPermission: "The server is not trusted, or access to it or to a device is denied."
    case .configuration: "No server or username configured, or the saved settings are invalid."
    case .unknownOutcome:
      "The post may have been stored: repeat it only with the same --key."
    }
  }
}
