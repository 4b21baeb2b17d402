import Foundation
import TestSupport
import Testing

@testable import PrivateCluster

struct ClusterLogTests {
  private let temporary: TemporaryDirectory
  private let directory: ClusterDirectory

  init() throws {
    temporary = try TemporaryDirectory()
    directory = ClusterDirectory(canonicalPath: temporary.path)
  }

  private func writeLongLog() throws {
    try temporary.write([UInt8](repeating: 65, count: ClusterLog.bytesMax + 1), to: "log")
  }

  @Test func rotatesALongFileAtAStart() throws {
    try writeLongLog()
    close(try ClusterLog(directory: directory).open())
    #expect(TextFile.size(of: directory.log) == 0)
    #expect(TextFile.size(of: directory.oldLog) == ClusterLog.bytesMax + 1)
  }

  @Test func truncatesALongFileThatAServerAppendsTo() throws {
    let log = try ClusterLog(directory: directory).open()
    defer { close(log) }
    try writeLongLog()
    ClusterLog(directory: directory).bound()
    #expect(TextFile.size(of: directory.log) == 0)
    ClusterLog(directory: directory).bound()
    #expect(TextFile.size(of: directory.oldLog) == 0)
  }

  @Test func readsNoLinksAndNoFIFOs() throws {
    let secret = try temporary.write("secret\n", to: "secret", permissions: 0o600)
    try FileManager.default.createSymbolicLink(
      atPath: directory.log, withDestinationPath: secret)
    #expect(!ClusterLog(directory: directory).lastLines.contains("secret"))
    #expect(throws: PrivateClusterError.self) { try ClusterLog(directory: directory).open() }
    try FileManager.default.removeItem(atPath: directory.log)
    try FileManager.default.linkItem(atPath: secret, toPath: directory.log)
    #expect(!ClusterLog(directory: directory).lastLines.contains("secret"))
    try FileManager.default.removeItem(atPath: directory.log)
    unsafe #expect(mkfifo(directory.log, 0o600) == 0)
    #expect(ClusterLog(directory: directory).lastLines.contains("no messages"))
    #expect(throws: PrivateClusterError.self) { try ClusterLog(directory: directory).open() }
  }

  @Test func returnsTheLastLinesForErrorMessages() throws {
    #expect(ClusterLog(directory: directory).lastLines.contains("no messages"))
    try temporary.write((1...100).map { "line \($0)\n" }.joined(), to: "log")
    #expect(ClusterLog(directory: directory).lastLines.hasPrefix("line 93; line 94"))
    #expect(TextFile.contents(of: directory.log)?.hasPrefix("line 1\n") == true)
    #expect(TextFile.contents(of: temporary.path(of: "none")) == nil)
  }
}
