import Foundation
import TestSupport
import Testing

@testable import Postgres

@Suite struct ClusterLogTests {
  private func long(_ directory: TemporaryDirectory) throws {
    try directory.write([UInt8](repeating: 65, count: ClusterLog.bytesMax + 1), to: "log")
  }

  @Test("a long file is put aside at a start")
  func rotate() throws {
    let temporary = try TemporaryDirectory()
    let directory = ClusterDirectory(canonicalPath: temporary.path)
    try long(temporary)
    close(try ClusterLog(directory).open())
    #expect(TextFile.size(of: directory.log) == 0)
    #expect(TextFile.size(of: directory.oldLog) == ClusterLog.bytesMax + 1)
  }

  @Test("a long file is cut under a server that goes on appending")
  func bound() throws {
    let temporary = try TemporaryDirectory()
    let directory = ClusterDirectory(canonicalPath: temporary.path)
    let log = try ClusterLog(directory).open()
    defer { close(log) }
    try long(temporary)
    ClusterLog(directory).bound()
    #expect(TextFile.size(of: directory.log) == 0)
    ClusterLog(directory).bound()
    #expect(TextFile.size(of: directory.oldLog) == 0)
  }

  @Test("a link, a second name of a file and a FIFO in the log's place are not read")
  func traps() throws {
    let temporary = try TemporaryDirectory()
    let directory = ClusterDirectory(canonicalPath: temporary.path)
    let secret = try temporary.write("secret\n", to: "secret", permissions: 0o600)
    try FileManager.default.createSymbolicLink(
      atPath: directory.log, withDestinationPath: secret)
    #expect(!ClusterLog(directory).lastLines.contains("secret"))
    #expect(throws: PrivateClusterError.self) { try ClusterLog(directory).open() }
    try FileManager.default.removeItem(atPath: directory.log)
    try FileManager.default.linkItem(atPath: secret, toPath: directory.log)
    #expect(!ClusterLog(directory).lastLines.contains("secret"))
    try FileManager.default.removeItem(atPath: directory.log)
    unsafe #expect(mkfifo(directory.log, 0o600) == 0)
    #expect(ClusterLog(directory).lastLines.contains("no messages"))
    #expect(throws: PrivateClusterError.self) { try ClusterLog(directory).open() }
  }

  @Test("the last lines stand in an error's sentence")
  func lastLines() throws {
    let temporary = try TemporaryDirectory()
    let directory = ClusterDirectory(canonicalPath: temporary.path)
    #expect(ClusterLog(directory).lastLines.contains("no messages"))
    try temporary.write((1...100).map { "line \($0)\n" }.joined(), to: "log")
    #expect(ClusterLog(directory).lastLines.hasPrefix("line 93; line 94"))
    #expect(TextFile.contents(of: directory.log)?.hasPrefix("line 1\n") == true)
    #expect(TextFile.contents(of: temporary.path(of: "none")) == nil)
  }
}
