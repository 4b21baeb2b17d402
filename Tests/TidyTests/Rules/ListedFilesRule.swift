/// Allows a construct only in the files of a list, and requires each of them to use it.
///
/// An entry that ends in a slash lists all files of that directory.
struct ListedFilesRule {
  let what: String
  let listed: Set<String>
  /// Whether a line, given as its words, does it.
  let isFound: @Sendable ([String]) -> Bool

  /// Files that touch unsafe constructs: each owns a C handle, or a measured hot path.
  static func unsafeCode(listed: Set<String>) -> Self {
    Self(what: "unsafe code", listed: listed) { words in
      words.contains { $0 == "unsafe" || $0 == "unchecked" || $0.hasPrefix("Unsafe") }
    }
  }

  /// Files that import a C library.
  static func cImports(listed: Set<String>) -> Self {
    Self(what: "a C import", listed: listed) { words in
      guard let keyword = words.firstIndex(of: "import"), keyword + 1 < words.count else {
        return false
      }
      let module = words[keyword + 1]
      return module.hasPrefix("C") && module.dropFirst().first?.isUppercase == true
    }
  }

  func findings(in files: [SourceFile]) -> [Finding] {
    var used: Set<String> = []
    var findings: [Finding] = []
    for file in files {
      guard let line = file.words.first(where: { isFound($0.words) }) else { continue }
      let entries = listed.filter { $0.hasSuffix("/") ? file.path.hasPrefix($0) : file.path == $0 }
      used.formUnion(entries)
      if entries.isEmpty {
        findings.append(
          Finding(file.path, line: line.number, "\(what) in a file that is not listed for it"))
      }
    }
    let unused = listed.subtracting(used).sorted()
    return findings + unused.map { Finding($0, "listed for \(what), but has none") }
  }
}
