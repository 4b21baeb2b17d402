/// Requires that every file and every test that a page of the documentation quotes exists.
///
/// A quotation is text between backticks. A file is quoted by its path from the project's root, or
/// from `Sources`; a test by the name of its file and its function: `RouteTests.routesTheCalls`.
/// The first cell of a row that begins with a number is a requirement, which has one row only.
struct QuotedNamesRule {
  /// The names of files that a page may quote, by their endings.
  private static let endings: Set<Substring> = [
    "html", "js", "mjs", "md", "py", "service", "sql", "swift", "yaml",
  ]

  /// The paths of all files, from the project's root.
  let files: Set<String>
  /// The functions of the files with tests, by the names of the files.
  let tests: [String: Set<String>]

  init(files: [String], tests: [SourceFile]) {
    self.files = Set(files)
    self.tests = Dictionary(
      tests.map { ($0.name, Self.functions(of: $0)) }, uniquingKeysWith: { $0.union($1) })
  }

  private static func functions(of file: SourceFile) -> Set<String> {
    Set(
      file.lines.compactMap { line in
        let words = SourceFile.words(in: line)
        return words.firstIndex(of: "func").flatMap { words.dropFirst($0 + 1).first }
      })
  }

  func findings(path: String, page: String) -> [Finding] {
    var findings: [Finding] = []
    var requirements: Set<Substring> = []
    for (index, line) in page.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      findings += Self.quotations(in: line).compactMap { quotation in
        fault(of: quotation).map { Finding(path, line: index + 1, "`\(quotation)`: \($0)") }
      }
      if let number = Self.requirement(of: line), !requirements.insert(number).inserted {
        findings.append(Finding(path, line: index + 1, "\(number) has another row"))
      }
    }
    return findings
  }

  private static func quotations(in line: Substring) -> [Substring] {
    line.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .compactMap { $0.offset.isMultiple(of: 2) ? nil : $0.element }
  }

  private static func requirement(of line: Substring) -> Substring? {
    let number = line.drop { "| ".contains($0) }.prefix { "0123456789.".contains($0) }
    return line.hasPrefix("|") && number.contains(".") ? number : nil
  }

  /// Returns what is wrong with a quotation; nil if it names neither a file nor a test.
  private func fault(of quotation: Substring) -> String? {
    let parts = quotation.split(separator: ".", omittingEmptySubsequences: false)
    guard let name = parts.first, let ending = parts.last, parts.count > 1 || name.contains("/")
    else { return nil }
    if parts.count == 2, name.hasSuffix("Tests"), !Self.endings.contains(ending) {
      guard let functions = tests[String(name)] else { return "no such file of tests" }
      return functions.contains(String(ending)) ? nil : "no such test"
    }
    // A quotation that begins with a slash is the path of a URL.
    let isPath =
      quotation.contains("/") && !quotation.hasPrefix("/") && Self.endings.contains(ending)
    let isScript = quotation.hasPrefix("scripts/") || quotation.hasPrefix("deploy/")
    guard isPath || isScript else { return nil }
    return files.contains(String(quotation)) || files.contains("Sources/" + quotation)
      ? nil : "no such file"
  }
}
