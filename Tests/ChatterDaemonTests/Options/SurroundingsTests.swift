import Foundation
import Program
import Testing

@testable import ChatterDaemon

@Suite("What the program finds about itself")
struct SurroundingsTests {
  @Test("root keeps data in /var/lib, others under their XDG data home or their home")
  func dataDirectory() {
    let root = Surroundings.fixture(["XDG_DATA_HOME": "/x"], isRoot: true)
    #expect(root.defaultDataDirectory == "/var/lib/chatterd")
    #expect(
      Surroundings.fixture(["XDG_DATA_HOME": "/x"]).defaultDataDirectory == "/x/chatterd")
    #expect(Surroundings.fixture().defaultDataDirectory == "/home/me/.local/share/chatterd")
  }

  @Test("a relative XDG data home is ignored, as its specification wants")
  func relative() {
    let relative = Surroundings.fixture(["XDG_DATA_HOME": "x"])
    #expect(relative.defaultDataDirectory == "/home/me/.local/share/chatterd")
  }

  @Test("without a home there is no data directory")
  func homeless() {
    for home in [nil, "", "/", "relative"] {
      #expect(Surroundings.fixture(home: home).defaultDataDirectory == nil)
    }
  }

  @Test("relative paths start at the current directory")
  func absolute() {
    var surroundings = Surroundings.fixture()
    #expect(surroundings.absolute("a/b") == "/desk/a/b")
    #expect(surroundings.absolute("/a") == "/a")
    surroundings.currentDirectory = "/"
    #expect(surroundings.absolute("a") == "/a")
  }

  @Test("those of this process are what Foundation says")
  func process() {
    let own = Surroundings.ofProcess()
    let theirs = ProcessInfo.processInfo
    #expect(own.variable("PATH") == theirs.environment["PATH"])
    #expect(own.currentDirectory == FileManager.default.currentDirectoryPath)
    #expect(own.cores >= 1)
    #expect(own.isRoot == (theirs.userName == "root"))
    #expect(throws: FileError.notFound) { try own.readFile("/nowhere/at/all") }
  }
}
