import Testing

@testable import ChatterTerminal

@Suite struct SurroundingsTests {
  @Test("settings are in the XDG configuration home, and a relative one is ignored")
  func folder() {
    #expect(Surroundings(environment: ["HOME": "/h"]).settingsFolder == "/h/.config/chatter")
    let both = ["HOME": "/h", "XDG_CONFIG_HOME": "/c"]
    #expect(Surroundings(environment: both).settingsFolder == "/c/chatter")
    let relative = ["HOME": "/h", "XDG_CONFIG_HOME": "c"]
    #expect(Surroundings(environment: relative).settingsFolder == "/h/.config/chatter")
    #expect(Surroundings().settingsFolder == nil)
  }

  @Test(
    "the first variable of the locale that is set says whether UTF-8 is shown",
    arguments: [
      (["LANG": "en_US.UTF-8"], true), (["LANG": "C"], false), ([:], false),
      (["LC_ALL": "C", "LANG": "en_US.UTF-8"], false),
      (["LC_CTYPE": "C.utf8", "LANG": "C"], true), (["LC_ALL": "", "LANG": "C.UTF-8"], true),
    ])
  func unicode(environment: [String: String], isShown: Bool) {
    #expect(Surroundings(environment: environment).showsUnicode == isShown)
  }

  @Test(
    "a terminal that does not say what it is can print lines, and no more",
    arguments: [
      ([:], true), (["TERM": ""], true), (["TERM": "dumb"], true), (["TERM": "vt100"], false),
    ])
  func dumb(environment: [String: String], isDumb: Bool) {
    #expect(Surroundings(environment: environment).isDumbTerminal == isDumb)
  }

  @Test("a path is taken from the current folder")
  func absolute() {
    #expect(Surroundings(currentFolder: "/w").absolute("a") == "/w/a")
    #expect(Surroundings(currentFolder: "/").absolute("a") == "/a")
    #expect(Surroundings(currentFolder: "/w").absolute("/a") == "/a")
  }

  @Test("those of this process have a path and a folder")
  func process() {
    let surroundings = Surroundings.ofProcess()
    #expect(surroundings.variable("PATH") != nil)
    #expect(surroundings.currentFolder.hasPrefix("/"))
    #expect(surroundings.loginName?.isEmpty == false)
    #expect(Surroundings.loginName(["LOGNAME": "", "USER": "ann"]) == "ann")
    #expect(Surroundings.loginName(["LOGNAME": "bob", "USER": "ann"]) == "bob")
    #expect(Surroundings.loginName(["LOGNAME": ""])?.isEmpty == false)
  }
}
