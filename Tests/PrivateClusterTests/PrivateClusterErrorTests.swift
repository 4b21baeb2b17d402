import Foundation
import Testing

@testable import PrivateCluster

struct PrivateClusterErrorTests {
  @Test(
    arguments: [
      (.inUse(directory: "/d"), "/d", false), (.notInstalled, "postgresql", true),
      (.versionMismatch(data: 14, installed: [15, 16]), "postgresql-14", true),
      (.notACluster(path: "/d"), "/d", true), (.noOrdinaryUser, "root", true),
      (.notTraversable(path: "/root", user: "postgres"), "chmod o+x /root", true),
      (.wrongOwner(path: "/d"), "/d", true),
      (.system(call: "mkdir", path: "/d", errno: EACCES), "mkdir /d: Permission denied", false),
      (.initializationFailed(log: "why"), "why", false), (.startFailed(log: "why"), "why", false),
      (.startTimedOut, "in time", false), (.stopped, "stopped", false),
    ] as [(PrivateClusterError, String, Bool)])
  func describesEachErrorAndWhetherItIsPermanent(
    _ error: PrivateClusterError, _ text: String, _ isPermanent: Bool
  ) {
    #expect(error.description.contains(text))
    #expect(error.isPermanent == isPermanent)
  }
}
