import Foundation
import Testing

@testable import chatterd

@Suite("Reading small files")
struct SmallFileTests {
  private func withFile(_ bytes: Int, _ body: (String) throws -> Void) throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try Data(repeating: 0x61, count: bytes).write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    try body(url.path)
  }

  @Test("a file is read whole", arguments: [0, 1, 16_384, 16_385, SmallFile.bytesMax])
  func whole(count: Int) throws {
    try withFile(count) { path in
      let bytes = try SmallFile.read(path)
      #expect(bytes.count == count)
    }
  }

  @Test("a file over the limit is refused")
  func tooLong() throws {
    try withFile(SmallFile.bytesMax + 1) { path in
      #expect(throws: FileError.tooLong(bytesMax: SmallFile.bytesMax)) {
        try SmallFile.read(path)
      }
    }
    #expect(throws: FileError.tooLong(bytesMax: SmallFile.bytesMax)) {
      try SmallFile.read("/dev/zero")
    }
  }

  @Test("what is no file is named")
  func causes() {
    #expect(throws: FileError.notFound) { try SmallFile.read("/nowhere") }
    #expect(throws: FileError.notFound) { try SmallFile.read("/dev/null/x") }
    #expect(throws: FileError.directory) { try SmallFile.read("/tmp") }
    let long = "/" + String(repeating: "a", count: 5000)
    #expect(throws: FileError.failed(errno: ENAMETOOLONG)) { try SmallFile.read(long) }
  }

  @Test("every cause has its words")
  func words() {
    #expect(FileError.notPermitted.description == "may not be read")
    #expect(FileError.directory.description == "is a directory")
    #expect(FileError.tooLong(bytesMax: 1024).description == "is longer than 1KiB")
    #expect(FileError.failed(errno: 5).description == "cannot be read (errno 5)")
  }
}
