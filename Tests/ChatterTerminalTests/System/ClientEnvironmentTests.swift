import Testing

@testable import ChatterTerminal

@Suite struct ClientEnvironmentTests {
  @Test("settings are in the XDG configuration home, and a relative one is ignored")
  func directory() {
    #expect(ClientEnvironment(variables: ["HOME": "/h"]).settingsDirectory == "/h/.config/chatter")
    let both = ["HOME": "/h", "XDG_CONFIG_HOME": "/c"]
    #expect(ClientEnvironment(variables: both).settingsDirectory == "/c/chatter")
    let relative = ["HOME": "/h", "XDG_CONFIG_HOME": "c"]
    #expect(ClientEnvironment(variables: relative).settingsDirectory == "/h/.config/chatter")
    #expect(ClientEnvironment().settingsDirectory == nil)
  }

  @Test(
    "the first variable of the locale that is set says whether UTF-8 is shown",
    arguments: [
      (["LANG": "en_US.UTF-8"], true), (["LANG": "C"], false), ([:], false),
      (["LC_ALL": "C", "LANG": "en_US.UTF-8"], false),
      (["LC_CTYPE": "C.utf8", "LANG": "C"], true), (["LC_ALL": "", "LANG": "C.UTF-8"], true),
    ])
  func unicode(variables: [String: String], isShown: Bool) {
    #expect(ClientEnvironment(variables: variables).showsUnicode == isShown)
  }

  @Test(
    "a terminal that does not say what it is can print lines, and no more",
    arguments: [
      ([:], true), (["TERM": ""], true), (["TERM": "dumb"], true), (["TERM": "vt100"], false),
    ])
  func dumb(variables: [String: String], isDumb: Bool) {
    #expect(ClientEnvironment(variables: variables).isDumbTerminal == isDumb)
  }

  @Test("a path is taken from the current folder")
  func absolute() {
    #expect(ClientEnvironment(currentDirectory: "/w").absolute("a") == "/w/a")
    #expect(ClientEnvironment(currentDirectory: "/").absolute("a") == "/a")
    #expect(ClientEnvironment(currentDirectory: "/w").absolute("/a") == "/a")
  }

  @Test("those of this process have a path and a folder")
  func process() {
    let environment = ClientEnvironment.ofProcess()
    #expect(environment.variable("PATH") != nil)
    #expect(environment.currentDirectory.hasPrefix("/"))
    #expect(environment.loginName?.isEmpty == false)
    #expect(ClientEnvironment.loginName(["LOGNAME": "", "USER": "ann"]) == "ann")
    #expect(ClientEnvironment.loginName(["LOGNAME": "bob", "USER": "ann"]) == "bob")
    #expect(ClientEnvironment.loginName(["LOGNAME": ""])?.isEmpty == false)
  }
}
