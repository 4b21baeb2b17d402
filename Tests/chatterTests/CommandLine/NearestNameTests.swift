import Testing

@testable import chatter

@Suite struct NearestNameTests {
  private static let names = ["list", "post", "play", "record", "queue", "server"]

  @Test(
    "a slip of the fingers finds the name that was meant",
    arguments: [
      ("lsit", "list"), ("pots", "post"), ("plai", "play"), ("recrod", "record"),
      ("serv", "server"), ("QUEU", "queue"), ("lisst", "list"),
    ])
  func finds(typed: String, meant: String) {
    #expect(NearestName.nearest(to: typed, among: Self.names) == meant)
  }

  @Test("what is like nothing finds nothing", arguments: ["", "xyzzy", "p", "elephantine"])
  func findsNothing(typed: String) {
    #expect(NearestName.nearest(to: typed, among: Self.names) == nil)
  }

  @Test("a long word is not compared")
  func limit() {
    let word = String(repeating: "a", count: NearestName.wordCountMax)
    #expect(NearestName.nearest(to: word, among: [word]) == word)
    #expect(NearestName.nearest(to: word + "a", among: [word]) == nil)
  }

  @Test("each kind of mistake counts one")
  func mistakes() {
    let word = Array("list")
    for other in ["lis", "lists", "lost", "lits", "ilst"] {
      #expect(NearestName.mistakes(word, Array(other)) == 1, "\(other)")
    }
    #expect(NearestName.mistakes(word, word) == 0)
    #expect(NearestName.mistakes(word, []) == 4)
  }
}
