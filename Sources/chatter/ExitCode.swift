/// What the program tells who called it; the numbers from 64 up are those of `sysexits.h`.
enum ExitCode: Int32, CaseIterable, Sendable {
  /// All was done as asked.
  case success = 0
  /// The command line was wrong; what was right has been said on standard error.
  case usage = 2
  /// EX_DATAERR: the clip, or the text, is none that can be played, or that the server takes; a list
  /// has too many clips to be got with them; a file of certificates holds none.
  case data = 65
  /// EX_NOINPUT: a file, a chatt or a clip is not there.
  case noInput = 66
  /// EX_UNAVAILABLE: the server, or a device for sound, cannot be reached.
  case unavailable = 69
  /// EX_SOFTWARE: the program itself failed.
  case `internal` = 70
  /// EX_CANTCREAT: a file cannot be written.
  case cannotCreate = 73
  /// EX_IOERR: standard output did not take what was asked for.
  case output = 74
  /// EX_TEMPFAIL: the same may succeed later.
  case temporary = 75
  /// EX_PROTOCOL: what the server answered is no answer, or it has no such call.
  case `protocol` = 76
  /// EX_NOPERM: the server is not trusted, or it or a device may not be used.
  case noPermission = 77
  /// EX_CONFIG: no server is known, or what is remembered is wrong.
  case configuration = 78
  /// The post may have been stored, or not: none of `sysexits.h` says that.
  case unknownOutcome = 79

  /// What a manual page says of it.
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
