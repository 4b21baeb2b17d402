import Chatter
import SilentAudio
import TestSupport
import Testing

@testable import ChatterAudio

@MainActor struct AudioPlayerTests {
  @Test func startsWithoutAClip() {
    let player = PlayerFixture().player
    #expect(player.playerState == .start(.standby))
    #expect(player.audio == nil)
    #expect(player.audioBase64 == nil)
    #expect(player.lastError == nil)
    #expect(player.currentTime == .zero && player.duration == .zero)
    #expect(player.playerUIState.recIcon == .record)
  }

  @Test func preparesAForeignClipWithoutPlayingIt() async throws {
    let player = PlayerFixture().player
    player.setupPlayer(TinyClip.base64Lines)
    #expect(player.playerState == .start(.play))
    #expect(player.playerUIState.recHidden)
    await player.settled()
    #expect(player.audio == (try TinyClip.bytes()))
    #expect(player.duration == (try TinyClip.clip().facts.duration))
    #expect(player.lastError == nil)
    player.recTapped()
    #expect(player.playerState == .start(.play))
  }

  @Test func reportsTheOffsetOfInvalidBase64() async {
    let player = PlayerFixture().player
    player.setupPlayer("AAA*")
    #expect(player.lastError == .notBase64("character '*' at offset 3"))
    #expect(player.playerState == .start(.play))
    player.playTapped()
    #expect(player.playerState == .start(.play))
    #expect(player.lastError == .notBase64("character '*' at offset 3"))
  }

  @Test func keepsTheErrorOfAnInvalidClipUntilTheNextAttempt() async {
    let fixture = PlayerFixture()
    let player = fixture.player
    player.setupPlayer("AAAA")
    player.playTapped()
    #expect(player.playerState == .playing(.play))
    await player.settled()
    #expect(player.playerState == .start(.play))
    guard case .undecodable = player.lastError else {
      Issue.record("\(String(describing: player.lastError))")
      return
    }
    player.setupPlayer(clip: SilentClip.bytes(lasting: .seconds(1)))
    #expect(player.lastError == nil)
    await player.settled()
    #expect(player.lastError == nil)
  }

  @Test func recordsAClipAndPreparesToPlayIt() async throws {
    let fixture = PlayerFixture()
    let player = fixture.player
    player.setupRecorder()
    #expect(player.playerState == .start(.record))
    player.recTapped()
    #expect(player.playerState == .recording)
    #expect(player.playerUIState.recColor == .red)
    await player.settled()
    #expect(player.recorder.isRecording)
    fixture.clock.advance(by: .seconds(4))
    #expect(player.recorder.currentTime == .seconds(4))
    player.recTapped()
    #expect(player.playerState == .start(.standby))
    await player.settled()
    #expect(player.duration == .seconds(4))
    let clip = try AudioClip(bytes: try #require(player.audio))
    #expect(clip.facts.duration == .seconds(4))
    let base64 = try #require(player.audioBase64)
    #expect(try Base64.decode(Array(base64.utf8)[...]) == clip.bytes)
    #expect(!player.recorder.isRecording)
  }

  @Test func dropsTheClipAndItsOperationsOnSetup() async {
    let fixture = await PlayerFixture.recorded(seconds: 2)
    let player = fixture.player
    player.playTapped()
    player.setupRecorder()
    #expect(player.audio == nil)
    #expect(player.duration == .zero)
    #expect(player.playerState == .start(.record))
    await player.settled()
    #expect(player.playback == nil)
    #expect(fixture.clock.waitingCount == 0)
  }

  @Test func endsTheRecordingOnSetup() async {
    let fixture = await PlayerFixture.recording()
    #expect(fixture.player.playerUIState.doneDisabled)
    fixture.player.setupPlayer(clip: SilentClip.bytes(lasting: .seconds(3)))
    #expect(fixture.player.playerState == .start(.play))
    #expect(!fixture.player.playerUIState.doneDisabled)
    await fixture.player.settled()
    #expect(!fixture.player.recorder.isRecording)
    #expect(fixture.player.duration == .seconds(3))
    #expect(fixture.player.lastError == nil)
  }

  @Test func hasTheEngineOfThisMachineByDefault() {
    let player = AudioPlayer()
    #expect(player.engine is GStreamerEngine)
    #expect(player.playerState == .start(.standby) && player.lastError == nil)
  }

  @Test func opensOnlyTheLastOfSeveralClips() async {
    let engine = StuckEngine(in: .preparing)
    let player = AudioPlayer(engine: engine, clock: engine.silent.clock)
    player.setupPlayer(clip: SilentClip.bytes(lasting: .seconds(10)))
    player.playTapped()
    await engine.whenCalled()
    player.setupPlayer(clip: SilentClip.bytes(lasting: .seconds(20)))
    engine.open()
    await player.settled()
    #expect(player.playerState == .start(.play))
    #expect(player.duration == .seconds(20))
    #expect(engine.silent.clock.waitingCount == 0)
  }

  @Test func ignoresTapsWhileTheEngineIsBehindExceptDone() async {
    let engine = StuckEngine(in: .preparing)
    let player = AudioPlayer(engine: engine, clock: engine.silent.clock)
    player.setupPlayer(clip: SilentClip.bytes(lasting: .seconds(10)))
    for _ in 1..<AudioPlayer.operationsMax { player.playTapped() }
    let state = player.playerState
    #expect(state == .playing(.play))
    player.playTapped()
    player.stopTapped()
    player.ffwdTapped()
    #expect(player.playerState == state)
    player.doneTapped()
    #expect(player.playerState == .start(.standby))
    engine.open()
    await player.settled()
    #expect(player.playback == nil)
    #expect(engine.silent.clock.waitingCount == 0)
    player.playTapped()
    #expect(player.isPlaying)
    await player.settled()
  }

  @Test func releasesItsDevicesOnDeinit() async {
    weak var player: AudioPlayer?
    let engine = SilentEngine()
    do {
      let made = AudioPlayer(engine: engine, clock: engine.clock)
      player = made
      made.setupPlayer(clip: SilentClip.bytes(lasting: .seconds(3)))
      made.playTapped()
      await made.settled()
      await engine.clock.whenWaiting(atLeast: 2)
    }
    engine.clock.advance(by: .zero)
    #expect(player == nil)
  }
}
