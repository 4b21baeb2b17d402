import Glibc
import System
import TestSupport
import Testing

struct NewFileTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  @Test func getsItsNameWhenItIsComplete() throws {
    let path = directory.path(of: "file")
    let file = try NewFile(path, mode: 0o640)
    try file.write([1, 2])
    try file.write([3])
    #expect(try directory.names() == [], "nothing would be left of it")
    try file.finish(overwriting: false)
    #expect(try directory.bytes(of: "file") == [1, 2, 3])
    var status = stat()
    #expect(unsafe stat(path, &status) == 0 && status.st_mode & 0o777 == 0o640)
  }

  /// File systems without unnamed files are NFS and FUSE.
  @Test(arguments: [false, true])
  func replacesOnlyOnRequestAndLeavesNothingBehind(isNamed: Bool) throws {
    try directory.write("old", to: "file")
    do {
      let file = try NewFile(directory.path(of: "file"), isNamed: isNamed)
      try file.write(Array("new".utf8))
      #expect(throws: FileError.exists) { try file.finish(overwriting: false) }
    }
    #expect(try directory.names() == ["file"])
    #expect(try directory.bytes(of: "file") == Array("old".utf8))
    let file = try NewFile(directory.path(of: "file"), isNamed: isNamed)
    try file.write(Array("new".utf8))
    #expect(try directory.names().count == (isNamed ? 2 : 1))
    try file.finish()
    #expect(try directory.names() == ["file"])
    #expect(try directory.bytes(of: "file") == Array("new".utf8))
  }

  @Test func writesThroughNoLink() throws {
    let victim = try directory.write("precious", to: "victim")
    #expect(unsafe symlink(victim, directory.path(of: "file")) == 0)
    let file = try NewFile(directory.path(of: "file"))
    try file.write([1])
    try file.finish()
    #expect(try directory.bytes(of: "victim") == Array("precious".utf8))
    #expect(try directory.bytes(of: "file") == [1])
  }

  @Test func keepsTheOwnerOfAReplacedFile() throws {
    guard geteuid() == 0 else { return }
    let path = try directory.write("old", to: "owned")
    #expect(unsafe chown(path, 65_534, 65_534) == 0)
    let file = try NewFile(path)
    file.keepOwner()
    try file.finish()
    var status = stat()
    #expect(unsafe stat(path, &status) == 0 && status.st_uid == 65_534 && status.st_gid == 65_534)
  }
}
