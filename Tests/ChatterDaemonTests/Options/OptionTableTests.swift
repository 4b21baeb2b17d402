import Testing

@testable import ChatterDaemon

@Suite("The option table")
struct OptionTableTests {
  @Test("has one line for each key")
  func complete() {
    #expect(OptionTable.all.map(\.key).count == OptionKey.allCases.count)
    #expect(Set(OptionTable.all.map(\.key)) == Set(OptionKey.allCases))
    for key in OptionKey.allCases { #expect(OptionTable[key].key == key) }
  }

  @Test("names each flag, variable and key of the file once")
  func unique() {
    #expect(Set(OptionTable.all.map(\.flag)).count == OptionTable.all.count)
    #expect(Set(OptionTable.all.map(\.environmentVariable)).count == OptionTable.all.count)
    #expect(Set(OptionTable.all.map(\.fileKey)).count == OptionTable.all.count)
  }

  @Test("derives the variable and the key of the file from the flag", arguments: OptionKey.allCases)
  func names(ofKey: OptionKey) {
    let option = OptionTable[ofKey]
    let key = option.verbs == [.cert] ? "cert-" + option.name : option.name
    #expect(option.key.rawValue == key)
    #expect(option.fileKey == (option.key == .config ? nil : key))
    #expect(option.flag == "--" + option.name)
    let variable = option.environmentVariable
    #expect(variable.hasPrefix("CHATTERD_"))
    #expect(variable.lowercased().dropFirst(9).split(separator: "_").joined(separator: "-") == key)
  }

  @Test("says in one sentence what each option means", arguments: OptionKey.allCases)
  func meanings(ofKey: OptionKey) {
    let option = OptionTable[ofKey]
    #expect(option.meaning.hasSuffix("."))
    #expect(option.meaning.first?.isUppercase == true)
    #expect(!option.defaultText.isEmpty)
    #expect(!option.verbs.isEmpty)
  }

  @Test("has defaults that its own syntax accepts: every verb runs without options")
  func defaults() throws {
    for line in ["serve", "cert", "migrate up", "migrate status"] {
      _ = try parse(line)
    }
  }

  @Test("prints as Markdown: a row for each option, six cells in each row")
  func markdown() {
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

  @Test("escapes bars and marks what may be given again")
  func cells() {
    #expect(OptionTable.markdown.contains("| `--list-ids on\\|off` |"))
    #expect(OptionTable.markdown.contains("| `--listen ADDRESS`, repeatable |"))
    #expect(OptionTable.markdown.contains("`CHATTERD_DATABASE` or `DATABASE_URL`"))
    #expect(OptionTable.markdown.contains("| `--force` |"))
  }
}
