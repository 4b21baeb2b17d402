/// A file imports only what its target declares as a dependency in the manifest, and modules of the
/// system; a target in `Sources` imports everything that it declares.
struct ImportRule {
  let targets: [ManifestTarget]
  /// The modules of the system that all targets may import.
  let system: Set<String>
  /// The modules of the system that only targets in `Tests` may import.
  let testing: Set<String>

  func findings(in files: [SourceFile]) -> [Finding] {
    var findings: [Finding] = []
    var used: [String: Set<String>] = [:]
    for file in files {
      guard let target = targets.first(where: { $0.directory == file.target }) else {
        findings.append(Finding(file.path, "\(file.target) is in no target of Package.swift"))
        continue
      }
      let isTest = target.directory.hasPrefix("Tests/")
      let allowed = system.union(isTest ? testing : [])
        .union(target.dependencies.map(ManifestTarget.module))
      for found in Self.imports(in: file) {
        used[target.name, default: []].insert(found.module)
        if !allowed.contains(found.module) {
          let message = "\(target.name) does not depend on \(found.module) in Package.swift"
          findings.append(Finding(file.path, line: found.line, message))
        }
        if found.isExported {
          findings.append(Finding(file.path, line: found.line, "@_exported hides an import"))
        }
      }
    }
    for target in targets where target.directory.hasPrefix("Sources/") {
      guard let used = used[target.name] else { continue }
      for dependency in target.dependencies where !used.contains(dependency) {
        findings.append(
          Finding("Package.swift", "\(target.name) does not import its dependency \(dependency)"))
      }
    }
    return findings
  }

  /// The modules that a file imports: `Glibc` for `public import func Glibc.read`.
  static func imports(
    in file: SourceFile
  ) -> [(line: Int, module: String, isExported: Bool)] {
    let kinds: Set = ["struct", "class", "enum", "protocol", "typealias", "func", "var", "let"]
    return file.words.compactMap { number, words in
      guard let keyword = words.firstIndex(of: "import") else { return nil }
      // Only attributes and access levels come before the keyword.
      let prefixes = words[..<keyword]
      guard prefixes.first.map(importPrefixes.contains) ?? true else { return nil }
      let rest = words[(keyword + 1)...].drop { kinds.contains($0) }
      return rest.first.map { (number, $0, prefixes.contains("_exported")) }
    }
  }

  private static let importPrefixes: Set = [
    "public", "package", "internal", "fileprivate", "private", "preconcurrency", "testable",
    "_exported", "_spi",
  ]
}
