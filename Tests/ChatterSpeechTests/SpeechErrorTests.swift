import ChatterSpeech
import Testing

@Suite("Errors of speech recognition")
struct SpeechErrorTests {
  @Test func describesEachError() {
    for error in [SpeechError.noModel("/a"), .failed] {
      #expect(!"\(error)".contains("\n"))
      #expect("\(error)".first?.isLowercase == true)
    }
    #expect("\(SpeechError.noModel("/a"))".contains("/a"))
  }
}
