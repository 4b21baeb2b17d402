import Testing

@testable import ChatterTerminal

@Suite struct CommandErrorTests {
  @Test func escapesAndTruncatesTypedText() {
    let typed = "a\u{1B}[31m\nb" + String(repeating: "x", count: 500)
    let text = CommandError.unknownVerb(typed, nearest: nil).description
    #expect(!text.contains("\u{1B}") && !text.contains("\n") && text.count < 300)
  }

  @Test(
    arguments: [
      (CommandError.unknownVerb("lst", nearest: "list"), "unknown verb lst: did you mean list?"),
      (
        .unknownOption("- buy milk", nearest: nil),
        "unknown option - buy milk: see chatter help; put -- before arguments that begin with a dash"
      ),
      (.missingArgument(.post), "post needs TEXT"),
      (.noServer, "no server configured: run chatter server URL once, or give --server URL"),
      (.missingPartner(of: "--for", flag: "--record"), "--for requires --record"),
      (
        .optionOfOtherVerb(flag: "--plain", .list, others: [.frontEnd]),
        "--plain is an option of the front end, not of list"
      ),
    ])
  func namesTheRemedyInEachDescription(error: CommandError, text: String) {
    #expect(error.description == text)
  }
}
