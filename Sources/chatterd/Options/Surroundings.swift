import Program

/// What the program finds about itself when it starts; tests make their own.
struct Surroundings: Sendable {
  var environment: [String: String]
  var isRoot: Bool
  /// Absolute.
  var currentDirectory: String
  /// Cores that are on line, at least one.
  var cores: Int
  var readFile: @Sendable (_ path: String) throws(FileError) -> [UInt8]

  /// A variable that is set to something: an empty one counts as not set, as everywhere in libpq.
  func variable(_ name: String) -> String? {
    guard let value = environment[name], !value.isEmpty else { return nil }
    return value
  }

  /// The path from the root; a relative one is taken from the current directory.
  func absolute(_ path: String) -> String {
    ProcessEnvironment.absolute(path, from: currentDirectory)
  }

  /// `/var/lib/chatterd` for root; else `chatterd` under the XDG data home (XDG Base Directory
  /// Specification), of which a relative one must be ignored; nil without a home.
  var defaultDataDirectory: String? {
    if isRoot { return "/var/lib/chatterd" }
    if let dataHome = variable("XDG_DATA_HOME"), dataHome.hasPrefix("/") {
      return dataHome + "/chatterd"
    }
    guard let home = variable("HOME"), home.hasPrefix("/"), home != "/" else { return nil }
    return home + "/.local/share/chatterd"
  }
}
