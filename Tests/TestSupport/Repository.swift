import Foundation

/// Where the tests find the project's own files and the programs that were built with them.
public enum Repository {
  /// The folder that holds `Package.swift`, without a last slash.
  public static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .path(percentEncoded: false).droppingLastSlash

  /// The absolute path of a file of the project, named from its root.
  public static func path(of name: String) -> String { root + "/" + name }

  /// The text of a file of the project, named from its root.
  public static func text(of name: String) throws -> String {
    try String(contentsOfFile: path(of: name), encoding: .utf8)
  }

  /// The path of a program of this package, built in the same way (debug, sanitizers) as the tests.
  public static func program(_ name: String) -> String {
    // The test runner lies in the folder of everything that was built with it.
    URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
      .appending(path: name).path(percentEncoded: false)
  }

  /// The regular files under a folder of the project, named from its root, sorted; hidden ones and
  /// those in hidden folders are left out.
  public static func files(under folder: String, ending: String = "") -> [String] {
    let top = path(of: folder)
    let found = FileManager.default.enumerator(atPath: top)?.compactMap { $0 as? String } ?? []
    return found.filter { name in
      guard name.hasSuffix(ending),
        !name.split(separator: "/").contains(where: { $0.hasPrefix(".") })
      else { return false }
      var isFolder: ObjCBool = false
      return unsafe FileManager.default.fileExists(atPath: top + "/" + name, isDirectory: &isFolder)
        && !isFolder.boolValue
    }
    .map { folder + "/" + $0 }.sorted()
  }
}

extension String {
  fileprivate var droppingLastSlash: String { hasSuffix("/") ? String(dropLast()) : self }
}
