/// The exit codes of the program; those from 64 up are defined in `sysexits.h`.
enum ExitCode: Int32, CaseIterable, Sendable {
  /// The command succeeded.
  case success = 0
  /// The command line was invalid; standard error has the correct usage.
  case usage = 2
  /// EX_SOFTWARE: the program itself failed.
  case `internal` = 70
  /// EX_TEMPFAIL: a later start may succeed, for example when the database is available again.
  case temporary = 75
  /// EX_CONFIG: an invalid file, environment or certificate; a restart does not help.
  case configuration = 78

  /// The description in the manual page and in help.
  var meaning: String {
    switch self {
    case .success: "Success."
    case .usage: "Invalid command line."
    case .internal: "Internal error."
    case .temporary: "Temporary failure, such as an unavailable database."
    case .configuration:
      "Invalid configuration or certificate; a restart does not help."
    }
  }
}
