import Foundation
import Program
import TestSupport
import Testing

@testable import ChatterTerminal

struct DirectoriesTests {
  @Test func createsPrivateTemporaryDirectories() throws {
    let home = try TemporaryDirectory()
    let other = try TemporaryDirectory()
    let environment = LaunchEnvironment(
      variables: ["XDG_RUNTIME_DIR": home.path, "TMPDIR": other.path])
    let directories = [
      try Directories.makeTemporary(environment), try Directories.makeTemporary(environment),
    ]
    #expect(directories[0] != directories[1])
    for directory in directories {
      #expect(directory.hasPrefix(home.path + "/") && Directories.exists(directory))
      let mode = try FileManager.default.attributesOfItem(atPath: directory)[.posixPermissions]
      #expect(mode as? Int == 0o700)
      #expect(Directories.remove(directory))
    }
    let wrong = LaunchEnvironment(
      variables: ["XDG_RUNTIME_DIR": "/nowhere", "TMPDIR": other.path])
    let second = try Directories.makeTemporary(wrong)
    #expect(second.hasPrefix(other.path + "/"))
    try Files.replace(second + "/f", with: [])
    #expect(!Directories.remove(second), "the directory is not empty")
  }

  @Test func createsMissingParentDirectories() throws {
    let directory = try TemporaryDirectory()
    try Directories.make(directory.path(of: "a/b/c"))
    try Directories.make(directory.path(of: "a/b/c"))
    #expect(Directories.exists(directory.path(of: "a/b/c")))
    try directory.write("", to: "f")
    #expect(throws: FileError.self) { try Directories.make(directory.path(of: "f/g")) }
  }
}
