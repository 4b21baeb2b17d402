import Testing

@testable import ChatterTerminal

struct NoticeTests {
  @Test(
    arguments: [
      ("the request timed out: try again", "The request timed out: try again."),
      ("Posted.", "Posted."), ("is the port right?", "Is the port right?"),
      ("localhost:1 does not respond", "localhost:1 does not respond."),
      ("a.m4a is text, not m4a", "a.m4a is text, not m4a."), ("", ""),
    ])
  func isASentence(text: String, sentence: String) {
    #expect(Notice(text: text).onScreen == sentence)
    #expect(Notice(text: text, isError: true).inLines == "Error: " + sentence)
  }

  @Test func endsInTheKeyOrTheCommandOfItsRemedy() {
    let notice = Notice(
      text: "Close the clip first", key: "d", command: "done")
    #expect(notice.onScreen == "Close the clip first: d")
    #expect(notice.inLines == "Close the clip first: type done.")
  }
}
