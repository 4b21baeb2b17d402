import Foundation
import TestSupport
import Testing

@testable import PrivateCluster

struct PostmasterTests {
  @Test(
    arguments: [
      ("12\n/data\n1\n5432\n/s\n\n  1 2\nready   \n", 12, true),
      ("12\n/data\n1\n5432\n/s\n\n  1 2\nstarting\n", 12, false),
      ("12\n/data\n1\n", 12, false), ("12", 12, false),
    ])
  func readsProcessAndReadiness(_ text: String, _ process: Int32, _ isReady: Bool) throws {
    let record = try #require(Postmaster.Record(text))
    #expect(record.process == process && record.isReady == isReady)
  }

  @Test(arguments: ["", "\n", "x\n", "0\n", "-5\n", "99999999999\n"])
  func rejectsAFileWithoutAProcess(_ text: String) {
    #expect(Postmaster.Record(text) == nil)
  }

  @Test func matchesTheArgumentsOfAStart() throws {
    let temporary = try TemporaryDirectory()
    let directory = ClusterDirectory(canonicalPath: temporary.path)
    #expect(!Postmaster.wasStarted(with: ["-D", "/d"], in: directory))
    try FileManager.default.createDirectory(
      atPath: directory.data, withIntermediateDirectories: false)
    let line = #"/usr/lib/postgresql/15/bin/postgres "-D" "/d" "-c" "a="/b"" "-c" "n=100""# + "\n"
    try temporary.write(line, to: "data/postmaster.opts")
    let arguments = ["-D", "/d", "-c", "a=\"/b\"", "-c", "n=100"]
    #expect(Postmaster.wasStarted(with: arguments, in: directory))
    #expect(!Postmaster.wasStarted(with: arguments.dropLast() + ["n=10"], in: directory))
    #expect(!Postmaster.wasStarted(with: arguments + ["-c", "m=1"], in: directory))
  }

  @Test func ignoresProcessesInOtherDirectories() {
    let elsewhere = ClusterDirectory(canonicalPath: "/nowhere")
    #expect(!Postmaster.isRunning(getpid(), in: elsewhere))
    #expect(!Postmaster.isRunning(0, in: elsewhere))
    #expect(Postmaster.processes(in: elsewhere).isEmpty)
  }
}
