import ChatterAudio
import SilentAudio
import Testing

@MainActor struct AudioPlayerWaveformTests {
  @Test func isEmptyWithoutAClipAndForSilence() async throws {
    let fixture = await PlayerFixture.recorded(seconds: 3)
    #expect(try await fixture.player.waveform(columns: 10) == [])
    fixture.player.setupRecorder()
    #expect(try await fixture.player.waveform(columns: 10) == [])
  }

  @Test func reportsAClipThatCannotBeDecoded() async throws {
    let fixture = await PlayerFixture.recorded(seconds: 1)
    fixture.engine.failNext(.decoding, with: .undecodable("no sound in it"))
    await #expect(throws: AudioError.undecodable("no sound in it")) {
      try await fixture.player.waveform(columns: 10)
    }
  }
}
