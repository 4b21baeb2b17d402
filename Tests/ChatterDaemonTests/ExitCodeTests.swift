import Arguments
import Crypto
import Postgres
import PrivateCluster
import Sockets
import System
import TestSupport
import Testing

@testable import ChatterDaemon

struct ExitCodeTests {
  @Test func usesTheCodesOfSysexits() {
    #expect(ExitCode.allCases.map(\.rawValue) == [0, 1, 2, 3, 4, 65, 70, 75, 78])
  }

  @Test func separatesErrorsThatALaterStartMayNotHave() {
    let refused = ConnectFailure(cause: .connectionString, message: "")
    let unreachable = ConnectFailure(cause: .unreachable, message: "")
    let table: [(any Error, ExitCode)] = [
      (CommandError("", isUsage: true), .usage), (CommandError("", isUsage: false), .configuration),
      (VerbError.data(""), .data), (VerbError.configuration(""), .configuration),
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
