import Foundation
import Program
import Testing

@testable import ChatterDaemon

@Suite("The environment of the program at its start")
struct LaunchEnvironmentTests {
  @Test func choosesTheDataDirectoryOfRootAndOfUsers() {
    let root = LaunchEnvironment.fixture(["XDG_DATA_HOME": "/x"], isRoot: true)
    #expect(root.defaultDataDirectory == "/var/lib/chatterd")
    #expect(
      LaunchEnvironment.fixture(["XDG_DATA_HOME": "/x"]).defaultDataDirectory == "/x/chatterd")
    #expect(LaunchEnvironment.fixture().defaultDataDirectory == "/home/me/.local/share/chatterd")
  }

  @Test func ignoresARelativeXDGDataHome() {
    let relative = LaunchEnvironment.fixture(["XDG_DATA_HOME": "x"])
    #expect(relative.defaultDataDirectory == "/home/me/.local/share/chatterd")
  }

  @Test func hasNoDataDirectoryWithoutAHomeDirectory() {
    for home in [nil, "", "/", "relative"] {
      #expect(LaunchEnvironment.fixture(home: home).defaultDataDirectory == nil)
    }
  }

  @Test func resolvesRelativePathsFromTheCurrentDirectory() {
    var environment = LaunchEnvironment.fixture()
    #expect(environment.absolute("a/b") == "/desk/a/b")
    #expect(environment.absolute("/a") == "/a")
    environment.currentDirectory = "/"
    #expect(environment.absolute("a") == "/a")
  }

  @Test func agreesWithFoundationAboutThisProcess() {
    let own = LaunchEnvironment.ofProcess()
    let theirs = ProcessInfo.processInfo
    #expect(own.variable("PATH") == theirs.environment["PATH"])
    #expect(own.currentDirectory == FileManager.default.currentDirectoryPath)
    #expect(own.cores >= 1)
    #expect(own.isRoot == (theirs.userName == "root"))
    #expect(throws: FileError.notFound) { try own.readFile("/nowhere/at/all") }
  }
}
