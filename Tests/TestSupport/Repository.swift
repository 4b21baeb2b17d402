import Foundation

/// The paths of the project's files, and of the programs that were built with the tests.
public enum Repository {
  /// The directory of `Package.swift`, without a trailing slash.
  public static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .path(percentEncoded: false).droppingLastSlash

  /// Returns the absolute path of a file, given relative to the project's root.
  public static func path(of name: String) -> String { root + "/" + name }

  /// Returns the text of a file, given relative to the project's root.
  public static func text(of name: String) throws -> String {
    try String(contentsOfFile: path(of: name), encoding: .utf8)
  }

  /// Returns the path of a program of this package, built like the tests (debug, sanitizers).
  public static func program(_ name: String) -> String {
    // The test runner is in the directory of all programs that were built with it.
    URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
      .appending(path: name).path(percentEncoded: false)
  }

  /// The migrations of the database in order: their file names, and their paths relative to the
  /// project's root.
  public static var migrations: [(name: String, path: String)] {
    let directory = "migrations"
    return files(under: directory, ending: ".sql").map { path in
      (String(path.dropFirst(directory.count + 1)), path)
    }
  }

  /// Returns the sorted paths of the regular files in a directory, relative to the project's root.
  /// Hidden files, and files in hidden directories, are left out.
  public static func files(under directory: String, ending: String = "") -> [String] {
    let top = path(of: directory)
    let found = FileManager.default.enumerator(atPath: top)?.compactMap { $0 as? String } ?? []
    return found.filter { name in
      guard name.hasSuffix(ending),
        !name.split(separator: "/").contains(where: { $0.hasPrefix(".") })
      else { return false }
      var isDirectory: ObjCBool = false
      return unsafe FileManager.default.fileExists(
        atPath: top + "/" + name, isDirectory: &isDirectory)
        && !isDirectory.boolValue
    }
    .map { directory + "/" + $0 }.sorted()
  }
}

extension String {
  fileprivate var droppingLastSlash: String { hasSuffix("/") ? String(dropLast()) : self }
}
