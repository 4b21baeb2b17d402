import Program
import TestSupport
import Testing

@testable import ChatterTerminal

struct FilesTests {
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

  @Test func inspectsFiles() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write("", to: "f")
    #expect(Files.byteCount(path) == 0 && Files.isRegular(path))
    #expect(!Files.isRegular(directory.path) && !Files.isRegular("/dev/null"))
    #expect(Files.byteCount("/nowhere") == nil)
  }
}
