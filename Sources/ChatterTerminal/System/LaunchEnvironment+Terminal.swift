import System

extension LaunchEnvironment {
  /// The directory `chatter` under the XDG configuration home; nil without a home. A relative path
  /// in `XDG_CONFIG_HOME` is ignored (XDG Base Directory Specification).
  var settingsDirectory: String? { directory("XDG_CONFIG_HOME", orBelowHome: ".config") }

  /// The directory `chatter` under the XDG state home, where files are saved at the end.
  var stateDirectory: String? { directory("XDG_STATE_HOME", orBelowHome: ".local/state") }

  private func directory(_ name: String, orBelowHome path: String) -> String? {
    if let home = variable(name), home.hasPrefix("/") { return home + "/chatter" }
    guard let home = variable("HOME"), home.hasPrefix("/") else { return nil }
    return (home == "/" ? "" : home) + "/\(path)/chatter"
  }

  var isDumbTerminal: Bool { (variable("TERM") ?? "dumb") == "dumb" }

  /// Whether the terminal shows UTF-8, by the first locale variable that is set (locale(7)).
  var showsUnicode: Bool {
    let locale = variable("LC_ALL") ?? variable("LC_CTYPE") ?? variable("LANG") ?? ""
    let name = locale.lowercased()
    return name.contains("utf-8") || name.contains("utf8")
  }
}
