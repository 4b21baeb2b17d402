import Foundation
import Program
import Testing

@Suite("What a process was started with")
struct ProcessEnvironmentTests {
  @Test("the variables and the directory are those that Foundation finds")
  func process() {
    #expect(ProcessEnvironment.variables() == ProcessInfo.processInfo.environment)
    #expect(
      ProcessEnvironment.currentDirectory() == FileManager.default.currentDirectoryPath)
  }

  @Test("the words after the program's name are those that Foundation finds")
  func arguments() {
    #expect(
      ProcessEnvironment.arguments() == ProcessInfo.processInfo.arguments.dropFirst().map { $0 })
  }

  @Test(
    "a relative path is taken from the directory",
    arguments: [
      ("a/b", "/desk", "/desk/a/b"), ("a", "/", "/a"), ("/a", "/desk", "/a"), ("a", "/d/", "/d/a"),
    ])
  func absolute(path: String, directory: String, expected: String) {
    #expect(ProcessEnvironment.absolute(path, from: directory) == expected)
  }
}
