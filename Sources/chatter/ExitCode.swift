/// What the program tells who called it; the numbers from 64 up are those of `sysexits.h`.
enum ExitCode: Int32, CaseIterable, Sendable {
  /// All was done as asked.
  case success = 0
  /// The command line was wrong; what was right has been said on standard error.
  case usage = 2
  /// EX_DATAERR: the clip, or the chatt, is none that the server takes.
  case data = 65
  /// EX_NOINPUT: a file, a chatt or a clip is not there.
  case noInput = 66
  /// EX_UNAVAILABLE: the server, or a device for sound, cannot be reached.
  case unavailable = 69
  /// EX_SOFTWARE: the program itself failed.
  case `internal` = 70
  /// EX_CANTCREAT: a file cannot be written.
  case cannotCreate = 73
  /// EX_TEMPFAIL: the same may succeed later.
  case temporary = 75
  /// EX_PROTOCOL: what the server answered is no answer.
  case `protocol` = 76
  /// EX_NOPERM: the server is not trusted, or a device may not be used.
  case noPermission = 77
  /// EX_CONFIG: no server is known, or what is remembered is wrong.
  case configuration = 78

  /// What a manual page says of it.
  var meaning: String {
    switch self {
    case .success: "All was done as asked."
    case .usage: "The command line was wrong."
    case .data: "The server does not take the clip or the chatt."
    case .noInput: "A file, a chatt or a clip is not there."
    case .unavailable: "The server, or a device for sound, cannot be reached."
    case .internal: "The program itself failed."
    case .cannotCreate: "A file cannot be written."
    case .temporary: "The same may succeed later."
    case .protocol: "What the server answered is no answer to the call."
    case .noPermission: "The server is not trusted, or a device may not be used."
    case .configuration: "No server is known, or what is remembered of it is wrong."
    }
  }
}
