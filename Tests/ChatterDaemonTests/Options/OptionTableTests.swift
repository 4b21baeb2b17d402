import Testing

@testable import ChatterDaemon

@Suite("The option table")
struct OptionTableTests {
  @Test func hasOneOptionForEachKey() {
    #expect(OptionTable.all.map(\.key).count == OptionKey.allCases.count)
    #expect(Set(OptionTable.all.map(\.key)) == Set(OptionKey.allCases))
    for key in OptionKey.allCases { #expect(OptionTable[key].key == key) }
  }

  @Test func hasUniqueFlagsVariablesAndFileKeys() {
    #expect(Set(OptionTable.all.map(\.flag)).count == OptionTable.all.count)
    #expect(Set(OptionTable.all.map(\.environmentVariable)).count == OptionTable.all.count)
    #expect(Set(OptionTable.all.map(\.fileKey)).count == OptionTable.all.count)
  }

  @Test(arguments: OptionKey.allCases)
  func derivesVariablesAndFileKeysFromFlags(ofKey: OptionKey) {
    let option = OptionTable[ofKey]
    let key = option.verbs == [.cert] ? "cert-" + option.name : option.name
    #expect(option.key.rawValue == key)
    #expect(option.fileKey == (option.key == .config ? nil : key))
    #expect(option.flag == "--" + option.name)
    let variable = option.environmentVariable
    #expect(variable.hasPrefix("CHATTERD_"))
    #expect(variable.lowercased().dropFirst(9).split(separator: "_").joined(separator: "-") == key)
  }

  @Test(arguments: OptionKey.allCases)
  func describesEachOptionInOneSentence(ofKey: OptionKey) {
    let option = OptionTable[ofKey]
    #expect(option.meaning.hasSuffix("."))
    #expect(option.meaning.first?.isUppercase == true)
    #expect(!option.defaultText.isEmpty)
    #expect(!option.verbs.isEmpty)
  }

  @Test func hasDefaultsThatItsOwnSyntaxAccepts() throws {
    for line in ["serve", "cert", "migrate up", "migrate status"] {
      _ = try parse(line)
    }
  }

  @Test func printsOneMarkdownRowOfSixCellsPerOption() {
    let rows = OptionTable.markdown.split(separator: "\n")
    #expect(rows.count == OptionTable.all.count + 2)
    #expect(rows[0] == "| flag | environment | file | default | verbs | meaning |")
    #expect(rows[1] == "| --- | --- | --- | --- | --- | --- |")
    for (row, option) in zip(rows.dropFirst(2), OptionTable.all) {
      let bars = row.replacing("\\|", with: "").count { $0 == "|" }
      #expect(bars == 7, "\(row)")
      #expect(row.hasPrefix("| `\(option.flag)"))
      #expect(row.contains("`\(option.environmentVariable)`"))
    }
    #expect(OptionTable.markdown.hasSuffix("|\n"))
    #expect(OptionTable.markdown == Help.text(.markdown))
  }

  @Test func escapesBarsAndMarksRepeatableOptions() {
    #expect(OptionTable.markdown.contains("| `--list-ids on\\|off` |"))
    #expect(OptionTable.markdown.contains("| `--listen ADDRESS`, repeatable |"))
    #expect(OptionTable.markdown.contains("`CHATTERD_DATABASE` or `DATABASE_URL`"))
    #expect(OptionTable.markdown.contains("| `--force` |"))
  }
}
