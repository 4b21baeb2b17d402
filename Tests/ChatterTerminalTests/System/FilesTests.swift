import System
import TestSupport
import Testing

@testable import ChatterTerminal

struct FilesTests {
  @Test func replacesFileAtomically() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write("old", to: "f")
    try Files.replace(path, with: Array("new".utf8))
    #expect(try directory.bytes(of: "f") == Array("new".utf8))
    #expect(throws: FileError.notFound) { try Files.replace(path + "/x", with: []) }
  }

  @Test func locksADirectoryForOneWriterAtATime() async throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write("", to: "f")
    await withTaskGroup { group in
      for _ in 0..<8 {
        group.addTask {
          Files.whileLocked(directory.path) {
            let bytes = (try? directory.bytes(of: "f")) ?? []
            try? Files.replace(path, with: bytes + [0])
          }
        }
      }
    }
    #expect(try directory.bytes(of: "f").count == 8)
    var hasRun = false
    Files.whileLocked(directory.path + "/nowhere") { hasRun = true }
    #expect(hasRun)
  }

  @Test func inspectsFiles() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write("", to: "f")
    #expect(Files.byteCount(path) == 0 && Files.isRegular(path))
    #expect(!Files.isRegular(directory.path) && !Files.isRegular("/dev/null"))
    #expect(Files.byteCount("/nowhere") == nil)
  }
}
