import Testing

@testable import Arguments

struct CommandErrorTests {
  private let file = OptionOrigin.file(path: "/etc/c.conf", line: 3, key: "loops")
  private let variable = OptionOrigin.environment(variable: "SAMPLE_LOOPS")

  @Test func namesTheExpectedValueAndItsOrigin() {
    for (origin, words, isUsage) in [
      (OptionOrigin.flag("--loops"), "--loops", true), (variable, "SAMPLE_LOOPS", false),
      (file, "/etc/c.conf:3: loops", false),
    ] {
      let value = SourcedValue(text: "x", origin: origin)
      let error = CommandError.wrongValue(value, of: .number(1...9))
      #expect(error.description == "\(words): expected a number from 1 to 9, not \"x\"")
      #expect(error.isUsage == isUsage)
    }
  }

  @Test func doesNotRepeatAValueThatMayContainAPassword() {
    let value = SourcedValue(text: "secret", origin: .flag("--shared"))
    let error = CommandError.wrongValue(value, of: Option.shared.syntax)
    #expect(error.description == "--shared: expected a key")
    #expect(failure("run --shred=secret") == "unknown option --shred: did you mean --shared?")
  }

  @Test func namesBothOptionsOfAContradiction() {
    let error = CommandError.contradiction(.flag("--a"), variable)
    #expect(error.description == "--a and SAMPLE_LOOPS conflict: use only one of them")
    #expect(error.isUsage)
    #expect(!CommandError.contradiction(file, variable).isUsage)
    #expect(CommandError.missingPartner(of: file, "--b").description.hasSuffix("requires --b"))
  }

  @Test func quotesInputOnOneLineTruncatedAndEscaped() throws {
    let typed = "--a\nb\u{1B}[31m\u{202E}\"" + String(repeating: "x", count: 5000)
    let error = #expect(throws: CommandError.self) {
      try ParsedLine(["run", typed], of: .sample())
    }
    let description = try #require(error).description
    #expect(description.hasPrefix(#"unknown option --a\nb\u{1B}[31m\u{202E}\"xxx"#))
    #expect(description.utf8.count < 500)
    #expect(CommandError.printable("naïve 日本") == "naïve 日本")
  }
}
