import System
import Testing

@testable import ChatterTerminal

struct LaunchEnvironmentTests {
  /// A relative XDG_CONFIG_HOME is ignored.
  @Test func findsSettingsInXDGConfigurationHome() {
    #expect(LaunchEnvironment(variables: ["HOME": "/h"]).settingsDirectory == "/h/.config/chatter")
    let both = ["HOME": "/h", "XDG_CONFIG_HOME": "/c"]
    #expect(LaunchEnvironment(variables: both).settingsDirectory == "/c/chatter")
    let relative = ["HOME": "/h", "XDG_CONFIG_HOME": "c"]
    #expect(LaunchEnvironment(variables: relative).settingsDirectory == "/h/.config/chatter")
    #expect(LaunchEnvironment().settingsDirectory == nil)
  }

  @Test(
    arguments: [
      (["LANG": "en_US.UTF-8"], true), (["LANG": "C"], false), ([:], false),
      (["LC_ALL": "C", "LANG": "en_US.UTF-8"], false),
      (["LC_CTYPE": "C.utf8", "LANG": "C"], true), (["LC_ALL": "", "LANG": "C.UTF-8"], true),
    ])
  func detectsUTF8FromFirstLocaleVariable(variables: [String: String], isShown: Bool) {
    #expect(LaunchEnvironment(variables: variables).showsUnicode == isShown)
  }

  @Test(
    arguments: [
      ([:], true), (["TERM": ""], true), (["TERM": "dumb"], true), (["TERM": "vt100"], false),
    ])
  func treatsUnnamedTerminalsAsDumb(variables: [String: String], isDumb: Bool) {
    #expect(LaunchEnvironment(variables: variables).isDumbTerminal == isDumb)
  }
}
