import Foundation
import System
import TestSupport
import Testing

@testable import ChatterTerminal

struct DirectoriesTests {
  @Test func createsMissingParentDirectories() throws {
    let directory = try TemporaryDirectory()
    try Directories.make(directory.path(of: "a/b/c"))
    try Directories.make(directory.path(of: "a/b/c"))
    #expect(Directories.exists(directory.path(of: "a/b/c")))
    try directory.write("", to: "f")
    #expect(throws: FileError.self) { try Directories.make(directory.path(of: "f/g")) }
  }
}
