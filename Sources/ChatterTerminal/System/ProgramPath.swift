import Glibc

enum ProgramPath {
  /// Returns the path of a program in the directory of this one, else in a directory of `PATH`.
  static func find(_ name: String, in path: String?, beside own: String?) -> String? {
    let directory = own.flatMap { own in own.lastIndex(of: "/").map { String(own[..<$0]) } }
    let directories =
      [directory].compactMap(\.self) + (path ?? "").split(separator: ":").map(String.init)
    return directories.lazy.filter { $0.hasPrefix("/") }.map { "\($0)/\(name)" }
      .first { Files.isRegular($0) && isExecutable($0) }
  }

  static var own: String? { Files.target(ofLink: "/proc/self/exe") }

  private static func isExecutable(_ path: String) -> Bool { unsafe access(path, X_OK) == 0 }
}
