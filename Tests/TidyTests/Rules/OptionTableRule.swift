/// Requires the option table in `docs/operate/options.md` to equal the one that `chatterd` prints.
struct OptionTableRule {
  static let path = "docs/operate/options.md"
  static let opening = "<!-- options -->"
  static let closing = "<!-- end of options -->"

  /// - Parameters:
  ///   - page: The text of `docs/operate/options.md`.
  ///   - printed: The output of `chatterd help markdown`.
  func findings(page: String, printed: String) -> [Finding] {
    guard let start = page.firstRange(of: Self.opening),
      let end = page.firstRange(of: Self.closing), start.upperBound <= end.lowerBound
    else { return [Finding(Self.path, "has no \(Self.opening) … \(Self.closing)")] }
    let shown = Self.lines(page[start.upperBound..<end.lowerBound])
    let wanted = Self.lines(printed[...])
    if wanted.isEmpty { return [Finding("chatterd help markdown", "prints nothing")] }
    let missing = wanted.filter { !shown.contains($0) }.map { "lacks: \($0)" }
    let extra = shown.filter { !wanted.contains($0) }.map { "is not the program's: \($0)" }
    let order = missing.isEmpty && extra.isEmpty && shown != wanted ? ["another order"] : []
    return (missing + extra + order).map { Finding(Self.path, $0) }
  }

  private static func lines(_ text: Substring) -> [Substring] {
    text.split(separator: "\n").filter { !$0.allSatisfy(\.isWhitespace) }
  }
}
