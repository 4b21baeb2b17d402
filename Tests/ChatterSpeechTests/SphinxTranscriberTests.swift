import ChatterAudio
import ChatterSpeech
import TestSupport
import Testing

struct SphinxTranscriberTests {
  @Test func describesEachError() {
    for error in [SpeechError.noModel("/a"), .failed] {
      #expect(!"\(error)".contains("\n"))
      #expect("\(error)".first?.isLowercase == true)
    }
    #expect("\(SpeechError.noModel("/a"))".contains("/a"))
  }

  /// All transcripts of a clip, in the order returned.
  private func texts(
    of file: [UInt8], by transcriber: SphinxTranscriber = SphinxTranscriber()
  ) async throws -> [String] {
    let samples = try await GStreamerEngine().samples(of: file)
    var texts: [String] = []
    for try await text in transcriber.transcribe(samples) { texts.append(text) }
    return texts
  }

  @Test func recognisesTheWordsOfAClearVoice() async throws {
    let texts = try await texts(of: Voice.clip("one two three four five"))
    #expect(try #require(texts.last).hasSuffix("two three four five"))
    // The words are recognised one after the other.
    #expect(texts.count > 1)
  }

  @Test func returnsNoTextForSilence() async throws {
    let transcriber = SphinxTranscriber()
    let samples = AsyncThrowingStream<[Int16], any Error> { continuation in
      continuation.yield([Int16](repeating: 0, count: 16_000))
      continuation.finish()
    }
    var texts: [String] = []
    for try await text in transcriber.transcribe(samples) { texts.append(text) }
    #expect(texts.isEmpty)
  }

  @Test func reportsWhatToInstallForAMissingModel() async throws {
    let transcriber = SphinxTranscriber(model: "/no/such/model")
    let expected = SpeechError.noModel("/no/such/model")
    await #expect(throws: expected) {
      for try await _ in transcriber.transcribe(AsyncThrowingStream { $0.finish() }) {}
    }
    #expect("\(expected)".contains("apt-get install"))
  }
}
