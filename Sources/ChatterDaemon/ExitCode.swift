import Arguments
import Crypto
import Postgres
import PrivateCluster
import Sockets

/// The exit codes of the program; those from 64 up are defined in `sysexits.h`.
enum ExitCode: Int32, CaseIterable, Sendable {
  case success = 0
  case notFound = 1
  case usage = 2
  case doctorWarnings = 3
  case doctorErrors = 4
  case data = 65
  case `internal` = 70
  case temporary = 75
  case configuration = 78

  /// The description in the manual page and in help.
  var meaning: String {
    switch self {
    case .success: "Success."
    case .notFound: "An id or a username that was named does not exist; the rest is done."
    case .usage: "Invalid command line."
    case .doctorWarnings: "The worst fault that doctor or cert show found is a warning."
    case .doctorErrors: "The worst fault that doctor or cert show found is an error."
    case .data: "Damaged data, or a backup that does not fit."
    case .internal: "Internal error."
    case .temporary: "Temporary failure, such as an unavailable database."
    case .configuration: "Invalid configuration or certificate; a restart does not help."
    }
  }

  /// The exit code of a command that failed with an error.
  init(_ error: any Error) {
    self =
      switch error {
      case let error as CommandError: error.isUsage ? .usage : .configuration
      case VerbError.configuration, is CertificateError: .configuration
      case VerbError.data: .data
      case VerbError.temporary, is ProgramPipeline.Failure, SocketError.addressInUse,
        SocketError.exhausted, MigrationError.lockTimedOut, MigrationError.tablesLocked:
        .temporary
      case MigrationError.database(let error): ExitCode(error)
      case is SocketError, is MigrationError: .configuration
      case let error as PrivateClusterError: error.isPermanent ? .configuration : .temporary
      case PostgresError.unavailable(let failure, _) where failure.isPermanent: .configuration
      // Missing privileges (class 42) and a missing schema (class 3F) require a person to fix them.
      case let error as PostgresError:
        ["42", "3F"].contains(error.sqlState?.category) ? .configuration : .temporary
      default: .internal
      }
  }
}

/// Why a verb failed, if no module below has an error for it.
enum VerbError: Error, Equatable, CustomStringConvertible {
  /// A restart does not fix it.
  case configuration(String)
  /// A later start may succeed.
  case temporary(String)
  /// Damaged data, or a backup that does not fit.
  case data(String)

  var description: String {
    switch self {
    case .configuration(let text), .temporary(let text), .data(let text): text
    }
  }
}
