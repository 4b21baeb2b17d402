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
    case .success: "All was done as asked."
    case .usage: "The command line was wrong."
    case .data: "A clip, a text or a file cannot be used, or the server does not take it."
    case .noInput: "A file, a chatt or a clip is not there."
    case .unavailable: "The server, or a device for sound, cannot be reached."
    case .internal: "The program itself failed."
    case .cannotCreate: "A file cannot be written."
    case .output: "Standard output did not take what was asked for."
    case .temporary: "The same may succeed later."
    case .protocol: "What the server answered is no answer: it may be no Chatter server."
    case .noPermission: "The server is not trusted, or it or a device may not be used."
    case .configuration: "No server is known, or what is remembered of it is wrong."
    case .unknownOutcome:
      "The post may have been stored: repeat it only with the same --key."
    }
  }
}
