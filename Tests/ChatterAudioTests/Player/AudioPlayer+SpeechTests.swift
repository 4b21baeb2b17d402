import ChatterAudio
import SilentAudio
import Testing

@MainActor struct AudioPlayerSpeechTests {
  /// Returns one word per second of samples; fails at the end if a test requests it.
  struct Counting: Transcriber {
    var failure: AudioError?

    func transcribe(_ samples: AsyncThrowingStream<[Int16], any Error>) -> AsyncThrowingStream<
      String, any Error
    > {
      AsyncThrowingStream { continuation in
        Task {
          do {
            var count = 0
            for try await chunk in samples { count += chunk.count }
            continuation.yield("\(count / 16_000) s")
            continuation.finish(throwing: failure)
          } catch {
            continuation.finish(throwing: error)
          }
        }
      }
    }
  }

  @Test func returnsTheTranscript() async throws {
    let fixture = await PlayerFixture.recorded(seconds: 3)
    fixture.player.transcriber = Counting()
    var texts: [String] = []
    for try await text in fixture.player.resultText { texts.append(text) }
    #expect(texts == ["3 s"])
  }

  /// Returns the number of samples after each chunk.
  struct Growing: Transcriber {
    func transcribe(_ samples: AsyncThrowingStream<[Int16], any Error>) -> AsyncThrowingStream<
      String, any Error
    > {
      AsyncThrowingStream { continuation in
        Task {
          var count = 0
          for try await chunk in samples {
            count += chunk.count
            continuation.yield("\(count)")
          }
          continuation.finish()
        }
      }
    }
  }

  @Test func transcribesARecordingInProgress() async throws {
    let engine = SilentEngine()
    let player = AudioPlayer(engine: engine, clock: engine.clock)
    player.transcriber = Growing()
    player.setupRecorder()
    player.recTapped()
    var texts = player.resultText.makeAsyncIterator()
    await player.settled()
    for count in [1_600, 3_200] {
      engine.clock.advance(by: .milliseconds(100))
      #expect(try await texts.next() == "\(count)")
    }
    #expect(player.playerState == .recording)
    player.recTapped()
    await player.settled()
    #expect(try await texts.next() == nil)
  }

  @Test func reportsAMissingTranscriberOrClip() async {
    let fixture = await PlayerFixture.recorded(seconds: 3)
    let noTranscriber = AudioError.unsupported("no transcriber is set: set `transcriber`")
    await #expect(throws: noTranscriber) { for try await _ in fixture.player.resultText {} }
    fixture.player.transcriber = Counting()
    fixture.player.setupRecorder()
    let noClip = AudioError.unsupported("there is no clip to transcribe: record one first")
    await #expect(throws: noClip) { for try await _ in fixture.player.resultText {} }
  }

  @Test func reportsFailuresOfTheEngineAndTheTranscriber() async {
    let fixture = await PlayerFixture.recorded(seconds: 3)
    fixture.player.transcriber = Counting(failure: .engine("it has lost the thread"))
    await #expect(throws: AudioError.engine("it has lost the thread")) {
      for try await _ in fixture.player.resultText {}
    }
    fixture.engine.failNext(.decoding, with: .undecodable("it is damaged"))
    await #expect(throws: AudioError.undecodable("it is damaged")) {
      for try await _ in fixture.player.resultText {}
    }
  }
}
