import Foundation
import Program
import Testing

@testable import ChatterDaemon

@Suite("What the program finds about itself")
struct LaunchEnvironmentTests {
  @Test("root keeps data in /var/lib, others under their XDG data home or their home")
  func dataDirectory() {
    let root = LaunchEnvironment.fixture(["XDG_DATA_HOME": "/x"], isRoot: true)
    #expect(root.defaultDataDirectory == "/var/lib/chatterd")
    #expect(
      LaunchEnvironment.fixture(["XDG_DATA_HOME": "/x"]).defaultDataDirectory == "/x/chatterd")
    #expect(LaunchEnvironment.fixture().defaultDataDirectory == "/home/me/.local/share/chatterd")
  }

  @Test("a relative XDG data home is ignored, as its specification wants")
  func relative() {
    let relative = LaunchEnvironment.fixture(["XDG_DATA_HOME": "x"])
    #expect(relative.defaultDataDirectory == "/home/me/.local/share/chatterd")
  }

  @Test("without a home there is no data directory")
  func homeless() {
    for home in [nil, "", "/", "relative"] {
      #expect(LaunchEnvironment.fixture(home: home).defaultDataDirectory == nil)
    }
  }

  @Test("relative paths start at the current directory")
  func absolute() {
    var environment = LaunchEnvironment.fixture()
    #expect(environment.absolute("a/b") == "/desk/a/b")
    #expect(environment.absolute("/a") == "/a")
    environment.currentDirectory = "/"
    #expect(environment.absolute("a") == "/a")
  }

  @Test("those of this process are what Foundation says")
  func process() {
    let own = LaunchEnvironment.ofProcess()
    let theirs = ProcessInfo.processInfo
    #expect(own.variable("PATH") == theirs.environment["PATH"])
    #expect(own.currentDirectory == FileManager.default.currentDirectoryPath)
    #expect(own.cores >= 1)
    #expect(own.isRoot == (theirs.userName == "root"))
    #expect(throws: FileError.notFound) { try own.readFile("/nowhere/at/all") }
  }
}
