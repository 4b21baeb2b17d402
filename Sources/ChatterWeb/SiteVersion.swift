/// The version of a site: a digest of all its files, which all servers of a cluster have alike.
struct SiteVersion: Sendable {
  /// The path of the directory of all versions.
  static let root = "/web/"

  /// The files whose paths must not change. A service worker controls only paths below its own, and
  /// the script that reports a page that cannot start must be there when its version is not.
  private static let paths = [
    "index.html": "/", "service-worker.js": "/service-worker.js", "start.js": "/start.js",
  ]

  /// The path of the directory of this version's files.
  let directory: String

  init(of files: [(name: String, contents: [UInt8])]) {
    let names = files.sorted { $0.name < $1.name }.map { name, contents in
      "\(name) \(SiteFile.digest(of: contents))\n"
    }
    directory = "\(Self.root)\(SiteFile.digest(of: Array(names.joined().utf8)).prefix(12))/"
  }

  /// Returns the path of the file with a name in the directory `Site`.
  func path(of name: String) -> String { Self.paths[name] ?? directory + name }

  /// Returns the contents of a file with the version in each path. Scripts and styles have relative
  /// paths instead, besides the service worker, so that a new version changes it in any case.
  func inserted(into contents: [UInt8], name: String) -> [UInt8] {
    guard name == "service-worker.js" || name.hasSuffix(".html") || name.hasSuffix(".webmanifest")
    else { return contents }
    let parts = String(decoding: contents, as: UTF8.self).split(
      separator: Self.root, omittingEmptySubsequences: false)
    return Array(parts.joined(separator: directory).utf8)
  }
}
