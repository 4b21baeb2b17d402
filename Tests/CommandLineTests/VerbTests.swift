import Testing

@testable import CommandLine

@Suite("Verbs and their operands")
struct VerbTests {
  @Test func distinguishesPlaceholdersFromWords() {
    #expect(Verb.play.alternatives == ["ID", "FILE", "latest"])
    #expect(Verb.play.words == ["latest"])
    #expect(Verb.play.takesFile)
    #expect(!Verb.play.isOperandOptional)
    #expect(Verb.help.words == ["manual", "markdown", "limits"])
    #expect(Verb.help.takesVerb && Verb.help.isOperandOptional)
    #expect(Verb.run.alternatives.isEmpty && Verb.run.isOperandOptional)
  }
}
