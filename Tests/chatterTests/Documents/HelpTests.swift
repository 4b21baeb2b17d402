import Testing

@testable import chatter

@Suite struct HelpTests {
  @Test("no line is wider than a terminal")
  func width() {
    for topic in [nil] + Verb.named.map(Optional.some) {
      for line in Help.text(topic).split(separator: "\n") {
        #expect(line.count <= Help.columnsMax, "\(line)")
      }
    }
  }

  @Test("the whole of it names every verb, option and exit code")
  func whole() {
    let text = Help.text(nil)
    for verb in Verb.named { #expect(text.contains("chatter \(verb.rawValue)")) }
    for option in OptionTable.all { #expect(text.contains("  \(option.usage)\n")) }
    for code in ExitCode.allCases { #expect(text.contains("\(code.rawValue)  \(code.meaning)")) }
  }

  @Test("a verb's help has its options and no others")
  func verb() {
    let text = Help.text(.record)
    #expect(text.hasPrefix("Usage: chatter record FILE [OPTION ...]\n"))
    #expect(text.contains("--for TIME") && !text.contains("--follow"))
  }
}
