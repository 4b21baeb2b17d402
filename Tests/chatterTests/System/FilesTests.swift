import Program
import TestSupport
import Testing

@testable import chatter

@Suite struct FilesTests {
  @Test("a file is read whole, up to a limit")
  func reads() throws {
    let folder = try TemporaryDirectory()
    let path = try folder.write([1, 2, 3], to: "f")
    #expect(try Files.read(path, bytesMax: 3) == [1, 2, 3])
    #expect(throws: FileError.tooLong(bytesMax: 2)) { try Files.read(path, bytesMax: 2) }
    #expect(throws: FileError.notFound) { try Files.read(path + "x", bytesMax: 2) }
    #expect(throws: FileError.directory) { try Files.read(folder.path, bytesMax: 2) }
  }

  @Test("a file is replaced, and nothing is left beside it")
  func replaces() throws {
    let folder = try TemporaryDirectory()
    let path = try folder.write("old", to: "f")
    try Files.replace(path, with: Array("new".utf8))
    #expect(try folder.bytes(of: "f") == Array("new".utf8))
    #expect(throws: FileError.notFound) { try Files.replace(path + "/x", with: []) }
  }

  @Test("a temporary file is new each time, and its ending is kept")
  func temporary() throws {
    let one = try Files.makeTemporary(ending: ".m4a")
    let other = try Files.makeTemporary(ending: ".m4a")
    defer {
      Files.remove(one)
      Files.remove(other)
    }
    #expect(one != other && one.hasSuffix(".m4a") && Files.exists(one))
    Files.remove(one)
    #expect(!Files.exists(one))
  }

  @Test("folders are made on the way, and one that is there is fine")
  func folders() throws {
    let folder = try TemporaryDirectory()
    try Files.makeFolder(folder.path(of: "a/b/c"))
    try Files.makeFolder(folder.path(of: "a/b/c"))
    #expect(Files.isFolder(folder.path(of: "a/b/c")))
    try folder.write("", to: "f")
    #expect(throws: FileError.self) { try Files.makeFolder(folder.path(of: "f/g")) }
  }
}
