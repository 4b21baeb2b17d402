import Glibc
import TestSupport
import Testing

@testable import System

struct WholeFileTests {
  static let bytesMax = 256 * 1024

  @Test(arguments: [0, 1, 65_536, 65_537, bytesMax])
  func readsWholeFiles(count: Int) throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write([UInt8](repeating: 0x61, count: count), to: "file")
    #expect(try WholeFile.read(path, bytesMax: Self.bytesMax).count == count)
  }

  @Test func rejectsFilesOverTheLimit() throws {
    let directory = try TemporaryDirectory()
    let long = try directory.write([UInt8](repeating: 0x61, count: Self.bytesMax + 1), to: "file")
    for path in [long, "/dev/zero"] {
      #expect(throws: FileError.tooLong(bytesMax: Self.bytesMax)) {
        try WholeFile.read(path, bytesMax: Self.bytesMax)
      }
    }
  }

  @Test func opensOnlyRegularFilesAndWaitsForNoWriter() throws {
    let directory = try TemporaryDirectory()
    try directory.write([1], to: "file")
    #expect(unsafe mkfifo(directory.path(of: "pipe"), 0o600) == 0)
    _ = try WholeFile.openRegular(directory.path(of: "file"), followsLinks: false)
    for path in [directory.path(of: "pipe"), directory.path, "/dev/zero"] {
      let error = #expect(throws: FileError.self) {
        _ = try WholeFile.openRegular(path, followsLinks: true)
      }
      #expect(error == .notRegular, "\(path)")
    }
  }

  @Test func reportsWhyAFileCannotBeRead() {
    #expect(throws: FileError.notFound) { try WholeFile.read("/nowhere", bytesMax: 1) }
    #expect(throws: FileError.notFound) { try WholeFile.read("/dev/null/x", bytesMax: 1) }
    #expect(throws: FileError.directory) { try WholeFile.read("/tmp", bytesMax: 1) }
    let long = "/" + String(repeating: "a", count: 5000)
    #expect(throws: FileError.failed(errno: ENAMETOOLONG)) { try WholeFile.read(long, bytesMax: 1) }
  }

  @Test func describesEveryCause() {
    #expect(FileError.notPermitted.description == "permission denied")
    #expect(FileError.directory.description == "is a directory")
    #expect(FileError.tooLong(bytesMax: 1024).description == "is longer than 1024 bytes")
    #expect(FileError.failed(errno: 5).description == "Input/output error")
  }
}
