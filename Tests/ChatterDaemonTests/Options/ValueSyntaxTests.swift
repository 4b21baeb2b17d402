import Testing

@testable import ChatterDaemon

@Suite("The forms of values")
struct ValueSyntaxTests {
  @Test("each has a name for help and an expectation for errors", arguments: OptionKey.allCases)
  func words(key: OptionKey) {
    let option = OptionTable[key]
    #expect(!option.syntax.name.isEmpty)
    #expect(!option.syntax.name.contains(" "))
    #expect(!option.syntax.expectation.isEmpty)
  }

  @Test("expectations say the bounds in the option's own units")
  func bounds() {
    #expect(ValueSyntax.count(1...9).expectation == "a number from 1 to 9")
    #expect(ValueSyntax.bytes(1024...1_048_576).expectation.hasSuffix("from 1KiB to 1MiB"))
    let wait = ValueSyntax.duration(.milliseconds(1) ... .seconds(86_400))
    #expect(wait.expectation.hasSuffix("from 1ms to 1d"))
    #expect(
      ValueSyntax.durationOrOff(.seconds(1) ... .seconds(60)).expectation.hasSuffix(", or off"))
    #expect(ValueSyntax.rate(max: 5).expectation.hasSuffix("at most 5"))
  }

  @Test("choices are their own words, and a hint can be made from them")
  func choices() {
    #expect(ValueSyntax.choice(["a", "b"]).name == "a|b")
    #expect(ValueSyntax.choice(["a", "b"]).words == ["a", "b"])
    #expect(ValueSyntax.toggle.words == ["on", "off"])
    #expect(ValueSyntax.path.words.isEmpty)
  }

  @Test("only the database's value is a secret")
  func secrets() {
    #expect(OptionTable.all.filter(\.syntax.isSecret).map(\.key) == [.database])
  }
}
