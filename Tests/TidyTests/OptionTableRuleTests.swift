import Testing

struct OptionTableRuleTests {
  private let printed = "| option | default |\n|---|---|\n| `--listen` | `[::]:8443` |\n"

  private func count(_ table: String, printed: String? = nil) -> Int {
    let page = "# A\n\(OptionTableRule.opening)\n\(table)\(OptionTableRule.closing)\nB\n"
    return OptionTableRule().findings(page: page, printed: printed ?? self.printed).count
  }

  @Test func acceptsAnEqualTable() { #expect(count("\n" + printed + "\n") == 0) }

  @Test func findsEveryDifference() {
    let lines = printed.split(separator: "\n").map { $0 + "\n" }
    #expect(count(lines.dropLast().joined()) == 1)
    #expect(count(printed + "| `--old` | |\n") == 1)
    #expect(count(printed.replacing("8443", with: "443")) == 2)
    #expect(count(lines.reversed().joined()) == 1)
    #expect(count("", printed: "\n") == 1)
  }

  @Test func reportsPagesWithoutMarkers() {
    #expect(OptionTableRule().findings(page: printed, printed: printed).count == 1)
  }
}
