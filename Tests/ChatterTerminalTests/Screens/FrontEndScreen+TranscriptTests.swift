import ChatterAudio
import Testing

@testable import ChatterTerminal

@MainActor struct FrontEndScreenTranscriptTests {
  private func text(_ transcript: String?, isRecording: Bool = true) -> String {
    var model = FrontEndModel.fixture(rows: 1)
    model.transcript = transcript
    if isRecording { model.player.recIcon = .stopRecording }
    return model.text(width: 40, height: 16)
  }

  @Test func showsTheEndOfTheTextWhileItRecords() {
    #expect(text("one two").contains("\n one two\n"))
    let long = text((1...40).map(String.init).joined(separator: " "))
    #expect(long.contains("\n …") && long.contains("38 39 40\n"))
    #expect(long.split(separator: "\n").allSatisfy { CellWidth.of(String($0)) <= 40 })
  }

  @Test func showsThatItListensBeforeTheFirstWord() {
    #expect(text("").contains("\n Listening…\n"))
    #expect(!text(nil).contains("Listening"))
    #expect(!text("one two", isRecording: false).contains("one two"))
  }
}
