/// The exit codes of the program; codes from 64 up are those of `sysexits.h`.
enum ExitCode: Int32, CaseIterable, Sendable {
  /// Success.
  case success = 0
  /// The command line is invalid; the message on standard error says how to correct it.
  case usage = 2
  /// EX_DATAERR: the clip cannot be played, the server rejects the clip or the text, the list with
  /// its clips is too large, or a certificate file contains no certificate.
  case data = 65
  /// EX_NOINPUT: a file, a chatt or a clip does not exist.
  case noInput = 66
  /// EX_UNAVAILABLE: the server or an audio device is unreachable.
  case unavailable = 69
  /// EX_SOFTWARE: internal error.
  case `internal` = 70
  /// EX_CANTCREAT: a file cannot be written.
  case cannotCreate = 73
  /// EX_IOERR: writing to standard output failed.
  case output = 74
  /// EX_TEMPFAIL: a retry may succeed.
  case temporary = 75
  /// EX_PROTOCOL: the server sent an invalid response, or does not have the call.
  case `protocol` = 76
  /// EX_NOPERM: the server is not trusted, or access to it or to a device is denied.
  case noPermission = 77
  /// EX_CONFIG: no server is configured, or the settings are invalid.
  case configuration = 78
  /// The post may or may not have been stored; `sysexits.h` has no code for this.
  case unknownOutcome = 79

  /// The description in the manual page and in help.
  var meaning: String {
    switch self {
    case .success: "Success."
    case .usage: "Invalid command line."
    case .data: "Invalid clip, text or file, or the server rejected the post."
    case .noInput: "A file, a chatt or a clip does not exist."
    case .unavailable: "The server or an audio device is unreachable."
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
