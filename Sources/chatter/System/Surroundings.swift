private import Program

/// What the program finds about itself when it starts; tests make their own.
struct Surroundings: Sendable {
  var environment: [String: String] = [:]
  /// Absolute.
  var currentFolder = "/"
  /// The name by which the user is logged in.
  var loginName: String?
  var isInputTerminal = false
  /// Whether what is typed, or sent, can follow later on standard input: not so in a file.
  var canInputFollow = false
  var isOutputTerminal = false
  var isErrorTerminal = false

  /// A variable that is set to something: an empty one counts as not set.
  func variable(_ name: String) -> String? {
    guard let value = environment[name], !value.isEmpty else { return nil }
    return value
  }

  /// The path from the root; a relative one is taken from the current folder.
  func absolute(_ path: String) -> String {
    ProcessEnvironment.absolute(path, from: currentFolder)
  }

  /// `chatter` under the XDG configuration home (XDG Base Directory Specification), of which a
  /// relative one must be ignored; nil without a home.
  var settingsFolder: String? {
    if let home = variable("XDG_CONFIG_HOME"), home.hasPrefix("/") { return home + "/chatter" }
    guard let home = variable("HOME"), home.hasPrefix("/") else { return nil }
    return (home == "/" ? "" : home) + "/.config/chatter"
  }

  /// Whether the terminal can do no more than print lines; one that does not say what it is, too.
  var isDumbTerminal: Bool { (variable("TERM") ?? "dumb") == "dumb" }

  /// Whether the terminal shows UTF-8, by the variable of locale(7) that counts.
  var showsUnicode: Bool {
    let locale = variable("LC_ALL") ?? variable("LC_CTYPE") ?? variable("LANG") ?? ""
    let name = locale.lowercased()
    return name.contains("utf-8") || name.contains("utf8")
  }
}
