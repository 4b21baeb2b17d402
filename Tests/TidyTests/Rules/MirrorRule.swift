/// `Sources/M/T.swift` has its `Tests/MTests/TTests.swift`, or a word on where else it is tested.
///
/// `T+Topic.swift` may share the tests of `T.swift`.
struct MirrorRule {
  /// For a source file without tests of its own, the test file through which it is tested.
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
      switch testedThrough[source] {
      case nil where !hasSuite:
        let wanted = "Tests/\(module)Tests/\(file.name)Tests.swift"
        findings.append(Finding(source, "has no \(wanted)"))
      case let other? where !tests.contains(other):
        findings.append(
          Finding(source, "is said to be tested through \(other), which is not there"))
      case .some where hasSuite:
        findings.append(Finding(source, "is said to be tested elsewhere, but has its own tests"))
      default: break
      }
    }
    let gone = Set(testedThrough.keys).subtracting(sources).sorted()
    return findings + gone.map { Finding($0, "has a word on its tests, but is not there") }
  }

  /// `HTTPTests/RequestTests` for `Tests/HTTPTests/Parsing/RequestTests.swift`.
  private static func suite(_ test: String) -> String {
    let file = SourceFile(path: test, text: "")
    return file.target.dropFirst("Tests/".count) + "/" + file.name
  }
}
