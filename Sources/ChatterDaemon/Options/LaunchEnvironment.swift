import Program

/// The environment of the program at its start; tests create their own.
struct LaunchEnvironment: Sendable {
  var variables: [String: String]
  var isRoot: Bool
  /// The absolute path of the current directory.
  var currentDirectory: String
  /// The number of online cores, at least one.
  var cores: Int
  var readFile: @Sendable (_ path: String) throws(FileError) -> [UInt8]

  /// Returns the value of a variable; nil if it is unset or empty, as in libpq.
  func variable(_ name: String) -> String? {
    guard let value = variables[name], !value.isEmpty else { return nil }
    return value
  }

  /// Returns the absolute path; relative paths start at the current directory.
  func absolute(_ path: String) -> String {
    ProcessEnvironment.absolute(path, from: currentDirectory)
  }

  /// `/var/lib/chatterd` for root; otherwise `chatterd` in the XDG data home, which is ignored if
  /// it is relative (XDG Base Directory Specification); nil without a home directory.
  var defaultDataDirectory: String? {
    if isRoot { return "/var/lib/chatterd" }
    if let dataHome = variable("XDG_DATA_HOME"), dataHome.hasPrefix("/") {
      return dataHome + "/chatterd"
    }
    guard let home = variable("HOME"), home.hasPrefix("/"), home != "/" else { return nil }
    return home + "/.local/share/chatterd"
  }
}
