/// What the program tells its parent at the end; the numbers from 64 up are those of `sysexits.h`.
enum ExitCode: Int32, Sendable {
  /// All was done as asked.
  case success = 0
  /// The command line was wrong; what was right has been said on standard error.
  case usage = 2
  /// EX_SOFTWARE: the program itself failed.
  case `internal` = 70
  /// EX_TEMPFAIL: a later start may succeed, for instance when the database is back.
  case temporary = 75
  /// EX_CONFIG: a restart will not mend it: a wrong file, environment or certificate.
  case configuration = 78
}
