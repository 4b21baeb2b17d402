import Glibc
import TestSupport
import Testing

@testable import ChatterDaemon

struct OutputFileTests {
  @Test func isCreatedForItsOwnerOnlyAndNamedAtItsEnd() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path(of: "backup")
    let file = try OutputFile(path)
    try file.write([1, 2, 3])
    #expect(unsafe access(path, F_OK) != 0)
    try file.finish()
    #expect(try directory.bytes(of: "backup") == [1, 2, 3])
    var status = stat()
    #expect(unsafe stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
  }

  @Test func writesThroughNoLinkThatOthersPlaced() throws {
    let directory = try TemporaryDirectory()
    let victim = try directory.write("precious", to: "victim")
    let path = directory.path(of: "backup")
    #expect(unsafe symlink(victim, "\(path).\(getpid()).partial") == 0)
    let file = try OutputFile(path)
    try file.write([1])
    try file.finish()
    #expect(try directory.bytes(of: "victim") == Array("precious".utf8))
    #expect(try directory.bytes(of: "backup") == [1])
  }
}
