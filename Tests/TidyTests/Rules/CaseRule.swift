/// No two files or directories have names that differ by case only: on a file system that ignores
/// case, as those of Macs do, they would be one.
struct CaseRule {
  /// - Parameter paths: paths of files, relative to the root, with `/` between their parts.
  func findings(in paths: [String]) -> [Finding] {
    var spellings: [String: String] = [:]
    var findings: [Finding] = []
    for path in paths.sorted() {
      var prefix = ""
      for part in path.split(separator: "/") {
        prefix += prefix.isEmpty ? String(part) : "/\(part)"
        let spelling = spellings[prefix.lowercased()] ?? prefix
        spellings[prefix.lowercased()] = spelling
        guard spelling != prefix else { continue }
        findings.append(Finding(path, "differs from \(spelling) by case only"))
        break
      }
    }
    return findings
  }
}
