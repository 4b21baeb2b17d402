import Foundation
import TestSupport
import Testing

@testable import Postgres
@testable import PrivateCluster

struct ClusterDirectoryTests {
  @Test func movesTheSocketWhenItsPathIsTooLong() {
    let short = ClusterDirectory(canonicalPath: "/var/lib/chatterd")
    #expect(short.socket == "/var/lib/chatterd/socket")
    let edge = "/" + String(repeating: "x", count: 107 - 1 - "/socket/.s.PGSQL.5432".utf8.count)
    #expect(ClusterDirectory(canonicalPath: edge).socket == edge + "/socket")
    let long = ClusterDirectory(canonicalPath: edge + "x")
    #expect(long.socket.hasPrefix("/tmp/chatterd-"))
    #expect(long == ClusterDirectory(canonicalPath: edge + "x"))
    #expect(long.socket != ClusterDirectory(canonicalPath: edge + "y").socket)
  }

  @Test func quotesPathsInConnectionStrings() throws {
    let user = ClusterUser(name: "me", user: 1, group: 1, prefix: [])
    let string = ClusterDirectory(canonicalPath: "/it's\\").connectionString(user: user)
    #expect(string.hasPrefix("host='/it\\'s\\\\/socket' port=5432"))
    let plan = try ConnectionPlan(string) { _ in nil }
    #expect(plan.attempts.map(\.host) == ["/it's\\/socket"])
  }

  @Test func readsTheVersionAndRejectsOtherDirectories() throws {
    let temporary = try TemporaryDirectory()
    let directory = ClusterDirectory(canonicalPath: temporary.path)
    #expect(try directory.dataVersion() == nil)
    try FileManager.default.createDirectory(
      atPath: directory.data, withIntermediateDirectories: false)
    #expect(throws: PrivateClusterError.notACluster(path: directory.data)) {
      try directory.dataVersion()
    }
    try temporary.write("15\n", to: "data/PG_VERSION")
    #expect(try directory.dataVersion() == 15)
  }

  @Test func rejectsASymbolicLinkAsSocketDirectory() throws {
    let temporary = try TemporaryDirectory()
    let target = temporary.path(of: "target")
    let link = temporary.path(of: "cluster/socket")
    try FileManager.default.createDirectory(
      atPath: temporary.path(of: "cluster"), withIntermediateDirectories: false)
    try FileManager.default.createDirectory(atPath: target, withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
    let user = try ClusterUser.current()
    #expect(throws: PrivateClusterError.self) {
      try ClusterDirectory.prepare(temporary.path(of: "cluster"), for: user)
    }
  }
}
