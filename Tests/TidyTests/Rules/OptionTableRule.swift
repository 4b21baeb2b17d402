/// The table of options in the README is the one that the program prints.
struct OptionTableRule {
  static let opening = "<!-- options -->"
  static let closing = "<!-- end of options -->"

  /// - Parameter printed: what `chatterd help --markdown` prints.
  func findings(readme: String, printed: String) -> [Finding] {
    guard let start = readme.firstRange(of: Self.opening),
      let end = readme.firstRange(of: Self.closing), start.upperBound <= end.lowerBound
    else { return [Finding("README.md", "has no \(Self.opening) … \(Self.closing)")] }
    let shown = Self.lines(readme[start.upperBound..<end.lowerBound])
    let wanted = Self.lines(printed[...])
    if wanted.isEmpty { return [Finding("chatterd help --markdown", "prints nothing")] }
    let missing = wanted.filter { !shown.contains($0) }.map { "lacks: \($0)" }
    let extra = shown.filter { !wanted.contains($0) }.map { "is not the program's: \($0)" }
    let order = missing.isEmpty && extra.isEmpty && shown != wanted ? ["another order"] : []
    return (missing + extra + order).map { Finding("README.md", $0) }
  }

  private static func lines(_ text: Substring) -> [Substring] {
    text.split(separator: "\n").filter { !$0.allSatisfy(\.isWhitespace) }
  }
}
