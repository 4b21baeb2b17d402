import Testing

@testable import CommandLine

struct VerbTests {
  @Test func distinguishesPlaceholdersFromWords() {
    let play = Verb.play.operands[0]
    #expect(play.alternatives == ["ID", "FILE", "latest"])
    #expect(play.words == ["latest"])
    #expect(play.takesFile && !play.isOptional)
    let help = Verb.help.operands[0]
    #expect(help.words == ["manual", "markdown", "limits"])
    #expect(help.takesVerb && help.isOptional)
    #expect(Verb.run.operands.isEmpty)
    #expect(Verb.copy.operands.map(\.alternatives) == [["ID", "latest"], ["FILE"]])
  }
}
