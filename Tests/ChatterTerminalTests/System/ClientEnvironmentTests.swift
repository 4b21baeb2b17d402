import Testing

@testable import ChatterTerminal

@Suite struct ClientEnvironmentTests {
  /// A relative XDG_CONFIG_HOME is ignored.
  @Test func findsSettingsInXDGConfigurationHome() {
    #expect(ClientEnvironment(variables: ["HOME": "/h"]).settingsDirectory == "/h/.config/chatter")
    let both = ["HOME": "/h", "XDG_CONFIG_HOME": "/c"]
    #expect(ClientEnvironment(variables: both).settingsDirectory == "/c/chatter")
    let relative = ["HOME": "/h", "XDG_CONFIG_HOME": "c"]
    #expect(ClientEnvironment(variables: relative).settingsDirectory == "/h/.config/chatter")
    #expect(ClientEnvironment().settingsDirectory == nil)
  }

  @Test(
    arguments: [
      (["LANG": "en_US.UTF-8"], true), (["LANG": "C"], false), ([:], false),
      (["LC_ALL": "C", "LANG": "en_US.UTF-8"], false),
      (["LC_CTYPE": "C.utf8", "LANG": "C"], true), (["LC_ALL": "", "LANG": "C.UTF-8"], true),
    ])
  func detectsUTF8FromFirstLocaleVariable(variables: [String: String], isShown: Bool) {
    #expect(ClientEnvironment(variables: variables).showsUnicode == isShown)
  }

  @Test(
    arguments: [
      ([:], true), (["TERM": ""], true), (["TERM": "dumb"], true), (["TERM": "vt100"], false),
    ])
  func treatsUnnamedTerminalsAsDumb(variables: [String: String], isDumb: Bool) {
    #expect(ClientEnvironment(variables: variables).isDumbTerminal == isDumb)
  }

  @Test func resolvesPathsAgainstCurrentDirectory() {
    #expect(ClientEnvironment(currentDirectory: "/w").absolute("a") == "/w/a")
    #expect(ClientEnvironment(currentDirectory: "/").absolute("a") == "/a")
    #expect(ClientEnvironment(currentDirectory: "/w").absolute("/a") == "/a")
  }

  @Test func readsEnvironmentOfThisProcess() {
    let environment = ClientEnvironment.ofProcess()
    #expect(environment.variable("PATH") != nil)
    #expect(environment.currentDirectory.hasPrefix("/"))
    #expect(environment.loginName?.isEmpty == false)
    #expect(ClientEnvironment.loginName(["LOGNAME": "", "USER": "ann"]) == "ann")
    #expect(ClientEnvironment.loginName(["LOGNAME": "bob", "USER": "ann"]) == "bob")
    #expect(ClientEnvironment.loginName(["LOGNAME": ""])?.isEmpty == false)
  }
}
