import Testing

struct LanguageRuleTests {
  private func findings(_ text: String) -> [Finding] {
    LanguageRule().findings(in: [(path: "docs/a.md", text: text)])
  }

  @Test func findsEveryEntryOfTheTable() {
    for entry in LanguageRule.table {
      let isName = entry.scope == .names || entry.scope == .endsOfNames
      let text = isName ? "free\(entry.banned.capitalizingFirst)" : entry.banned
      let message = "\"\(entry.banned)\": write \"\(entry.replacement)\""
      #expect(findings("a\nb \(text), c\n") == [Finding("docs/a.md", line: 2, message)])
    }
  }

  @Test func namesThePlaceAndTheReplacement() {
    #expect(findings("\nAnew.").map(\.description) == [#"docs/a.md:2: "anew": write "again""#])
  }

  @Test(
    arguments: [
      "Whoever holds it", "(anew)", "`anew`", "as he's", "AT ONE GO", "at  one go",
      "/// at one\n  /// go", "# at\n# one go", "// at\n\n// one go", "a time-out",
      "crowd", "theCrowd", "crowdLimit", "CROWD_MAX", "the_crowd", "HTTPCrowd", "Crowd2",
      "crowd-free", "fooAnswer", "answerFoo", "HTTPAnswers", "first_answer", "hasRoom",
      "waitForRoom()", "freePermits", "self.storePermit",
    ])
  func findsWordsPhrasesAndWordsOfNames(text: String) {
    #expect(findings(text).count == 1)
  }

  @Test(
    arguments: [
      "HE-AAC", "heAAC", "list --he", "the", "there", "the bearer", "unanswered", "permitted",
      "an answer", "there is room for it", "permit(a)", "permitsPost", "a permit", "time out",
      "didTimeOut", "so (many)", "so. Many", "at one", "go at one", "at \"one\" go", "of which", "",
    ])
  func acceptsOtherWords(text: String) {
    #expect(findings(text) == [])
  }

  @Test func reportsEveryOccurrenceInOrder() {
    let files = [(path: "a", text: "anew\nanew lest"), (path: "b", text: "lest")]
    #expect(
      LanguageRule().findings(in: files).map { "\($0.path)\($0.line)" } == ["a1", "a2", "a2", "b1"])
  }
}

extension String {
  fileprivate var capitalizingFirst: String { prefix(1).uppercased() + dropFirst() }
}
