import Testing

@testable import ChatterDaemon

@Suite("The syntax of values")
struct ValueSyntaxTests {
  @Test(arguments: OptionKey.allCases)
  func hasANameForHelpAndAnExpectationForErrors(key: OptionKey) {
    let option = OptionTable[key]
    #expect(!option.syntax.name.isEmpty)
    #expect(!option.syntax.name.contains(" "))
    #expect(!option.syntax.expectation.isEmpty)
  }

  @Test func statesBoundsInTheUnitsOfTheOption() {
    #expect(ValueSyntax.count(1...9).expectation == "a number from 1 to 9")
    #expect(ValueSyntax.bytes(1024...1_048_576).expectation.hasSuffix("from 1KiB to 1MiB"))
    let wait = ValueSyntax.duration(.milliseconds(1) ... .seconds(86_400))
    #expect(wait.expectation.hasSuffix("from 1ms to 1d"))
    #expect(
      ValueSyntax.durationOrOff(.seconds(1) ... .seconds(60)).expectation.hasSuffix(", or off"))
    #expect(ValueSyntax.rate(max: 5).expectation.hasSuffix("at most 5"))
  }

  @Test func listsChoicesAndSuggestsThem() {
    #expect(ValueSyntax.choice(["a", "b"]).name == "a|b")
    #expect(ValueSyntax.choice(["a", "b"]).words == ["a", "b"])
    #expect(ValueSyntax.toggle.words == ["on", "off"])
    #expect(ValueSyntax.path.words.isEmpty)
  }

  @Test func treatsOnlyTheDatabaseAsSecret() {
    #expect(OptionTable.all.filter(\.syntax.isSecret).map(\.key) == [.database])
  }
}
