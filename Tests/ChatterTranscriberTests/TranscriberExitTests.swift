import ChatterSpeech
import System
import Testing

@testable import ChatterTranscriber

struct TranscriberExitTests {
  @Test func classifiesErrors() {
    #expect(TranscriberExit(SpeechError.noModel("/a")) == .unavailable)
    #expect(TranscriberExit(SpeechError.failed) == .internal)
    #expect(TranscriberExit(FileError.directory) == .noInput)
    #expect(TranscriberExit(OutputError(failure: .noSpace)) == .output)
  }
}
