import CommandLine
import EventLoop
import Postgres
import Sockets
import TLS
import Testing

@testable import ChatterDaemon

struct ExitCodeTests {
  @Test func usesTheCodesOfSysexits() {
    #expect(ExitCode.success.rawValue == 0)
    #expect(ExitCode.usage.rawValue == 2)
    #expect(ExitCode.doctorWarnings.rawValue == 3 && ExitCode.doctorErrors.rawValue == 4)
    #expect(ExitCode.data.rawValue == 65)
    #expect(ExitCode.internal.rawValue == 70)
    #expect(ExitCode.temporary.rawValue == 75)
    #expect(ExitCode.configuration.rawValue == 78)
  }

  @Test func separatesErrorsThatALaterStartMayNotHave() {
    let refused = ConnectFailure(cause: .connectionString, message: "")
    let unreachable = ConnectFailure(cause: .unreachable, message: "")
    let table: [(any Error, ExitCode)] = [
      (CommandError("", isUsage: true), .usage), (CommandError("", isUsage: false), .configuration),
      (BackupError.notABackup, .data), (VerbError.configuration(""), .configuration),
      (VerbError.temporary(""), .temporary),
      (CertificateError.fileExists(path: ""), .configuration),
      (SocketError.addressInUse(.loopback()), .temporary),
      (SocketError.unresolvable(host: ""), .configuration),
      (PrivateClusterError.inUse(directory: ""), .temporary),
      (PrivateClusterError.notInstalled, .configuration),
      (MigrationError.lockTimedOut, .temporary),
      (MigrationError.databaseNewer(database: 2, program: 1), .configuration),
      (MigrationError.database(.unavailable(refused, retryAfter: .zero)), .configuration),
      (PostgresError.unavailable(unreachable, retryAfter: .zero), .temporary),
      (PostgresError.timedOut(.notApplied), .temporary), (Errno(1), .internal),
    ]
    for (error, code) in table { #expect(ExitCode(error) == code, "\(error)") }
  }
}
