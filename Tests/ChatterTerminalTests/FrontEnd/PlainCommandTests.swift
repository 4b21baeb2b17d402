import Testing

@testable import ChatterTerminal

struct PlainCommandTests {
  @Test(arguments: [
    "help a b", "unsent post", "unsent post x", "unsent sell 1", "queue x", "next 1",
    "memo play", "memo play x", "memo sell 1", "memo rename 1", "memo delete 1 2",
    "play x", "play 3 4", "volume 101", "volume -1", "rate 4", "list all", "quit now",
  ])
  func rejectsInvalidArguments(line: String) {
    if case .wrong = PlainCommand(line) { return }
    Issue.record("\(line)")
  }

  @Test func parsesEachCommandOfHelp() {
    for (usage, _, _) in PlainCommand.commands {
      if case .unknown = PlainCommand(usage) { Issue.record("\(usage)") }
    }
  }

  @Test func showsArgumentsInHelp() {
    let all = PlainCommand.help(for: nil)
    #expect(all.count == PlainCommand.commands.count)
    #expect(all.contains("play [N]: play the clip of chatt number N, or resume"))
    #expect(PlainCommand.help(for: "Listen") == all.filter { $0.hasPrefix("play ") })
    #expect(PlainCommand.help(for: "nothing").isEmpty)
  }

  @Test func parsesCommandsWithTheirArguments() {
    #expect(PlainCommand("  play 3 ") == .listen(3))
    #expect(PlainCommand("play") == .play)
    #expect(PlainCommand("listen 3") == .listen(3) && PlainCommand("listen") == .play)
    #expect(PlainCommand("delete 3") == .delete(3) && PlainCommand("delete") == .wrong("delete 3"))
    #expect(PlainCommand("new") == .new && PlainCommand("new 3") == .wrong("new"))
    #expect(PlainCommand("queue 3") == .queue(3) && PlainCommand("queue") == .queue(nil))
    #expect(PlainCommand("unsent") == .unsent(nil, .play))
    #expect(PlainCommand("unsent Delete 2") == .unsent(2, .delete))
    #expect(PlainCommand("help") == .help(nil) && PlainCommand("help play") == .help("play"))
    #expect(PlainCommand("POST  hello  you") == .post("hello  you"))
    #expect(PlainCommand("volume 80") == .volume(0.8) && PlainCommand("volume") == .volume(nil))
    #expect(PlainCommand("rate 1.5") == .rate(1.5))
    #expect(PlainCommand("   ") == nil)
    #expect(PlainCommand("recrod") == .unknown("recrod", nearest: "record"))
  }
}
