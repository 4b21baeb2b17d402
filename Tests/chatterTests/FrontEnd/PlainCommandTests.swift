import Testing

@testable import chatter

@Suite struct PlainCommandTests {
  @Test("each word of help is a command")
  func words() {
    for (word, _) in PlainCommand.words {
      if case .unknown = PlainCommand(word) { Issue.record("\(word)") }
    }
  }

  @Test("words are read with what follows them")
  func reads() {
    #expect(PlainCommand("  play 3 ") == .play(3))
    #expect(PlainCommand("play") == .play(nil))
    #expect(PlainCommand("POST  hello  you") == .post("hello  you"))
    #expect(PlainCommand("   ") == nil)
    #expect(PlainCommand("recrod") == .unknown("recrod", nearest: "record"))
  }
}
