private import Program

/// The environment that the program starts in; tests build their own.
struct ClientEnvironment: Sendable {
  var variables: [String: String] = [:]
  /// An absolute path.
  var currentDirectory = "/"
  /// The login name of the user.
  var loginName: String?
  var isInputTerminal = false
  /// Whether standard input can deliver more input later, which a regular file cannot.
  var canInputFollow = false
  var isOutputTerminal = false
  var isErrorTerminal = false

  /// Returns the value of a variable; an empty one counts as not set.
  func variable(_ name: String) -> String? {
    guard let value = variables[name], !value.isEmpty else { return nil }
    return value
  }

  /// Returns an absolute path; a relative one is resolved against the current directory.
  func absolute(_ path: String) -> String {
    ProcessEnvironment.absolute(path, from: currentDirectory)
  }

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

  /// Whether the terminal can only print lines, or does not name its type.
  var isDumbTerminal: Bool { (variable("TERM") ?? "dumb") == "dumb" }

  /// Whether the terminal shows UTF-8, by the first locale variable that is set (locale(7)).
  var showsUnicode: Bool {
    let locale = variable("LC_ALL") ?? variable("LC_CTYPE") ?? variable("LANG") ?? ""
    let name = locale.lowercased()
    return name.contains("utf-8") || name.contains("utf8")
  }
}
