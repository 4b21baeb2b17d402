import Testing

@Suite("The rule on the README's table of options")
struct OptionTableRuleTests {
  private let printed = "| option | default |\n|---|---|\n| `--listen` | `[::]:8443` |\n"

  private func count(_ table: String, printed: String? = nil) -> Int {
    let readme = "# A\n\(OptionTableRule.opening)\n\(table)\(OptionTableRule.closing)\nB\n"
    return OptionTableRule().findings(readme: readme, printed: printed ?? self.printed).count
  }

  @Test("the same table passes")
  func same() { #expect(count("\n" + printed + "\n") == 0) }

  @Test("a line too few, too many, changed or moved is found, and so is an empty print")
  func different() {
    let lines = printed.split(separator: "\n").map { $0 + "\n" }
    #expect(count(lines.dropLast().joined()) == 1)
    #expect(count(printed + "| `--old` | |\n") == 1)
    #expect(count(printed.replacing("8443", with: "443")) == 2)
    #expect(count(lines.reversed().joined()) == 1)
    #expect(count("", printed: "\n") == 1)
  }

  @Test("a README without the markers is found")
  func unmarked() {
    #expect(OptionTableRule().findings(readme: printed, printed: printed).count == 1)
  }
}
