/// A module imports only what the table of the design allows it.
struct ImportRule {
  /// For each directory of a target (`Sources/HTTP`), the modules that its files may import.
  let allowed: [String: Set<String>]

  func findings(in files: [SourceFile]) -> [Finding] {
    files.flatMap { file -> [Finding] in
      guard let modules = allowed[file.target] else {
        return [Finding(file.path, "\(file.target) has no entry in the table of imports")]
      }
      return Self.imports(in: file).filter { !modules.contains($0.module) }.map {
        Finding(file.path, line: $0.line, "\(file.target) may not import \($0.module)")
      }
    }
  }

  /// The modules that a file imports: `Glibc` for `public import func Glibc.read`.
  static func imports(in file: SourceFile) -> [(line: Int, module: String)] {
    let kinds: Set = ["struct", "class", "enum", "protocol", "typealias", "func", "var", "let"]
    return file.words.compactMap { number, words in
      guard let keyword = words.firstIndex(of: "import") else { return nil }
      // Only attributes and access levels come before the keyword.
      guard words[..<keyword].allSatisfy({ importPrefixes.contains($0) }) else { return nil }
      let rest = words[(keyword + 1)...].drop { kinds.contains($0) }
      return rest.first.map { (number, $0) }
    }
  }

  private static let importPrefixes: Set = [
    "public", "package", "internal", "fileprivate", "private", "preconcurrency", "testable",
    "_exported",
  ]
}
