import Foundation
import Program
import TestSupport
import Testing

@testable import ChatterTerminal

@Suite struct FilesTests {
  @Test func readsWholeFilesUpToALimit() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write([1, 2, 3], to: "f")
    #expect(try Files.read(path, bytesMax: 3) == [1, 2, 3])
    #expect(throws: FileError.tooLong(bytesMax: 2)) { try Files.read(path, bytesMax: 2) }
    #expect(throws: FileError.notFound) { try Files.read(path + "x", bytesMax: 2) }
    #expect(throws: FileError.directory) { try Files.read(directory.path, bytesMax: 2) }
  }

  @Test func replacesFileAtomically() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write("old", to: "f")
    try Files.replace(path, with: Array("new".utf8))
    #expect(try directory.bytes(of: "f") == Array("new".utf8))
    #expect(throws: FileError.notFound) { try Files.replace(path + "/x", with: []) }
  }

  @Test func createsPrivateFileUnlessItExists() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path(of: "f")
    try Files.create(path)
    #expect(Files.byteCount(path) == 0 && Files.isRegular(path))
    #expect(throws: FileError.exists) { try Files.create(path) }
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
    #expect(mode as? Int == 0o600)
    #expect(!Files.isRegular(directory.path) && !Files.isRegular("/dev/null"))
    #expect(Files.byteCount("/nowhere") == nil)
  }

  @Test func reportsUnwritableFileToSuperuserToo() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write("x", to: "f")
    try Files.requireWritable(path)
    #expect(try directory.bytes(of: "f") == Array("x".utf8))
    #expect(throws: FileError.notPermitted) {
      try Files.requireWritable("/proc/sys/kernel/ostype")
    }
  }
}
