/// `Sources/M/T.swift` has its `Tests/MTests/TTests.swift`, or an entry with another test file.
///
/// `T+Topic.swift` may share the tests of `T.swift`.
struct MirrorRule {
  /// For a source file without tests of its own, the test file through which it is tested; for a
  /// directory, with a slash at its end, the same for all such files in it.
  let testedThrough: [String: String]

  func findings(sources: [String], tests: [String]) -> [Finding] {
    let tests = Set(tests)
    let suites = Dictionary(grouping: tests, by: Self.suite)
    var findings: [Finding] = []
    for source in sources {
      let file = SourceFile(path: source, text: "")
      let module = file.target.dropFirst("Sources/".count)
      let type = file.name.split(separator: "+").first.map(String.init) ?? file.name
      let hasSuite = [file.name, type].contains { suites["\(module)Tests/\($0)Tests"] != nil }
      switch testedThrough[source] ?? directory(of: source, hasSuite: hasSuite) {
      case nil where !hasSuite:
        let wanted = "Tests/\(module)Tests/\(file.name)Tests.swift"
        findings.append(Finding(source, "has no \(wanted)"))
      case let other? where !tests.contains(other):
        findings.append(
          Finding(source, "has an entry for \(other), which does not exist"))
      case .some where hasSuite:
        findings.append(Finding(source, "has an entry, but also its own tests"))
      default: break
      }
    }
    let gone = testedThrough.keys.sorted().filter { entry in
      !sources.contains { entry.hasSuffix("/") ? $0.hasPrefix(entry) : $0 == entry }
    }
    return findings + gone.map { Finding($0, "has an entry, but does not exist") }
  }

  /// Returns the entry of a file's directory; nil if the file has its own tests.
  private func directory(of source: String, hasSuite: Bool) -> String? {
    guard !hasSuite else { return nil }
    return testedThrough.first { $0.key.hasSuffix("/") && source.hasPrefix($0.key) }?.value
  }

  /// `HTTPTests/RequestTests` for `Tests/HTTPTests/Parsing/RequestTests.swift`.
  private static func suite(_ test: String) -> String {
    let file = SourceFile(path: test, text: "")
    return file.target.dropFirst("Tests/".count) + "/" + file.name
  }
}
