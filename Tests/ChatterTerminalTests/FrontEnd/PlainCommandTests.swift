import Testing

@testable import ChatterTerminal

@Suite struct PlainCommandTests {
  @Test(arguments: [
    "play x", "play 3 4", "volume 101", "volume -1", "rate 4", "list all", "quit now",
  ])
  func rejectsInvalidArguments(line: String) {
    if case .wrong = PlainCommand(line) { return }
    Issue.record("\(line)")
  }

  @Test func parsesEachCommandOfHelp() {
    for (word, _, _) in PlainCommand.commands {
      if case .unknown = PlainCommand(word) { Issue.record("\(word)") }
    }
  }

  @Test func parsesCommandsWithTheirArguments() {
    #expect(PlainCommand("  play 3 ") == .listen(3))
    #expect(PlainCommand("play") == .play)
    #expect(PlainCommand("POST  hello  you") == .post("hello  you"))
    #expect(PlainCommand("volume 80") == .volume(0.8) && PlainCommand("volume") == .volume(nil))
    #expect(PlainCommand("rate 1.5") == .rate(1.5))
    #expect(PlainCommand("   ") == nil)
    #expect(PlainCommand("recrod") == .unknown("recrod", nearest: "record"))
  }
}
