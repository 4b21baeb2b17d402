import Testing

@testable import Arguments

struct ValueSyntaxTests {
  @Test func statesBoundsInTheUnitsOfTheOption() {
    #expect(ValueSyntax.number(1...9).expectation == "a number from 1 to 9")
    #expect(ValueSyntax.factor(0.5...3).expectation == "a number from 0.5 to 3.0")
    #expect(ValueSyntax.bytes(1024...1_048_576).expectation.hasSuffix("from 1KiB to 1MiB"))
    let wait = ValueSyntax.duration(.milliseconds(1) ... .seconds(86_400))
    #expect(wait.expectation.hasSuffix("from 1ms to 1d"))
    let orOff = ValueSyntax.duration(.seconds(1) ... .seconds(60), orOff: true)
    #expect(orOff.expectation.hasSuffix(", or off"))
    #expect(orOff.name == "DURATION|off")
    #expect(orOff.words == ["off"])
  }

  @Test func listsChoicesAndSuggestsThem() {
    #expect(ValueSyntax.choice(["a", "b"]).name == "a|b")
    #expect(ValueSyntax.choice(["a", "b"]).words == ["a", "b"])
    #expect(ValueSyntax.file.words.isEmpty)
  }

  @Test func parsesOnlyValuesInTheRange() {
    #expect(ValueSyntax.number(1...9).integer("9") == 9)
    #expect(ValueSyntax.number(1...9).integer("10") == nil)
    #expect(ValueSyntax.bytes(1...2048).integer("2KiB") == 2048)
    #expect(ValueSyntax.bytes(1...2047).integer("2KiB") == nil)
    #expect(ValueSyntax.factor(0.5...3).factor("1.5") == 1.5)
    #expect(ValueSyntax.factor(0.5...3).factor("4") == nil)
    let wait = ValueSyntax.duration(.seconds(1) ... .seconds(60))
    #expect(wait.duration("1m") == .seconds(60))
    #expect(wait.duration("61s") == nil)
  }
}
