import SilentAudio
import Testing

@testable import ChatterAudio

@MainActor struct AudioPlayerTapsTests {
  @Test func playsPausesAndResumesAClip() async {
    let fixture = await PlayerFixture.playing(seconds: 30)
    let player = fixture.player
    #expect(player.playerState == .playing(.play))
    #expect(player.playerUIState.playIcon == .pause)
    fixture.clock.advance(by: .seconds(3))
    #expect(player.currentTime == .seconds(3))
    player.playTapped()
    #expect(player.playerState == .paused(.play))
    await player.settled()
    fixture.clock.advance(by: .seconds(3))
    #expect(player.currentTime == .seconds(3))
    player.playTapped()
    await player.settled()
    fixture.clock.advance(by: .seconds(1))
    #expect(player.currentTime == .seconds(4))
  }

  @Test func stopsAtTheStartFromPlayingAndPaused() async {
    for isHeld in [false, true] {
      let fixture = await PlayerFixture.playing(seconds: 30)
      let player = fixture.player
      fixture.clock.advance(by: .seconds(3))
      if isHeld { player.playTapped() }
      player.stopTapped()
      #expect(player.playerState == (isHeld ? .start(.standby) : .start(.play)))
      await player.settled()
      #expect(player.currentTime == .zero)
      fixture.clock.advance(by: .seconds(3))
      #expect(player.currentTime == .zero)
      #expect(player.duration == .seconds(30))
      player.stopTapped()
      #expect(player.playerState == (isHeld ? .start(.standby) : .start(.play)))
    }
  }

  @Test func treatsTheEndOfAClipAsStop() async {
    let fixture = await PlayerFixture.playing(seconds: 5)
    fixture.clock.advance(by: .seconds(5))
    await until { !fixture.player.isPlaying }
    #expect(fixture.player.playerState == .start(.play))
    await fixture.player.settled()
    #expect(fixture.player.currentTime == .zero)
    fixture.player.playTapped()
    await fixture.player.settled()
    fixture.clock.advance(by: .seconds(2))
    #expect(fixture.player.currentTime == .seconds(2))
  }

  @Test func repeatsAClipUntilTurnedOff() async {
    let fixture = await PlayerFixture.playing(seconds: 5)
    let player = fixture.player
    var seeks: [Duration] = []
    player.onSeek = { seeks.append($0) }
    player.repeats = true
    for round in 1...3 {
      fixture.clock.advance(by: .seconds(5))
      #expect(player.currentTime == .seconds(5))
      await until { player.currentTime < .seconds(5) }
      await player.settled()
      #expect(seeks == Array(repeating: .zero, count: round))
      #expect(player.playerState == .playing(.play))
    }
    player.repeats = false
    fixture.clock.advance(by: .seconds(5))
    await until { !player.isPlaying }
  }

  @Test func skipsTenOrFifteenSecondsWithinTheClip() async {
    let fixture = await PlayerFixture.playing(seconds: 60)
    let player = fixture.player
    fixture.clock.advance(by: .seconds(3))
    let taps: [(SkipInterval, (AudioPlayer) -> Void, Int)] = [
      (.ten, { $0.ffwdTapped() }, 13), (.ten, { $0.rwndTapped() }, 3),
      (.ten, { $0.rwndTapped() }, 0), (.fifteen, { $0.ffwdTapped() }, 15),
      (.fifteen, { $0.ffwdTapped() }, 30), (.fifteen, { $0.rwndTapped() }, 15),
    ]
    for (interval, tap, seconds) in taps {
      player.skipInterval = interval
      tap(player)
      await player.settled()
      #expect(player.currentTime == .seconds(seconds))
      #expect(player.isPlaying)
    }
    player.playTapped()
    for _ in 0..<4 { player.ffwdTapped() }
    await player.settled()
    #expect(player.currentTime == .seconds(60))
    #expect(player.playerState == .paused(.play))
    player.seek(to: .seconds(7))
    player.seek(by: .seconds(-1))
    await player.settled()
    #expect(player.currentTime == .seconds(6))
    #expect(SkipInterval.allCases.map(\.duration) == [.seconds(10), .seconds(15)])
  }

  @Test func endsAPlayingClipOnSkippingPastItsEnd() async {
    let fixture = await PlayerFixture.playing(seconds: 8)
    fixture.player.ffwdTapped()
    await until { !fixture.player.isPlaying }
    #expect(fixture.player.playerState == .start(.play))
  }

  @Test func ignoresDoneWithoutAClip() async {
    let player = PlayerFixture().player
    player.setupRecorder()
    player.doneTapped()
    #expect(player.playerState == .start(.record))
    #expect(player.playerUIState.playDisabled)
    player.setupPlayer("no base64")
    player.doneTapped()
    #expect(player.playerState == .start(.play))
    await player.settled()
  }

  @Test func ignoresSkipsUnlessPlayingOrPaused() async {
    let fixture = await PlayerFixture.recorded(seconds: 20)
    fixture.player.ffwdTapped()
    fixture.player.seek(to: .seconds(3))
    await fixture.player.settled()
    #expect(fixture.player.currentTime == .zero)
  }

  @Test func keepsTheClipAndReleasesTheDeviceOnDone() async throws {
    let fixture = await PlayerFixture.playing(seconds: 5)
    let player = fixture.player
    player.doneTapped()
    #expect(player.playerState == .start(.standby))
    await player.settled()
    #expect(player.playback == nil)
    #expect(fixture.clock.waitingCount == 0)
    #expect(player.audio != nil)
    player.playTapped()
    await player.settled()
    fixture.clock.advance(by: .seconds(1))
    #expect(player.currentTime == .seconds(1))
  }

  @Test func endsTheClipAtTheSameRateWhileTheEngineIsBehind() async {
    let fixture = await PlayerFixture.playing(seconds: 5)
    let player = fixture.player
    let (gate, opener) = AsyncStream.makeStream(of: Void.self)
    for _ in 0..<AudioPlayer.operationsMax {
      player.perform { _ async throws(AudioError) in for await _ in gate {} }
    }
    player.rate = 2
    #expect(player.rate == 1)
    fixture.clock.advance(by: .seconds(5))
    await until { !player.isPlaying }
    #expect(player.playerState == .start(.play))
    opener.finish()
    await player.settled()
    #expect(player.currentTime == .zero)
  }

  @Test func reportsThatThereIsNoClipToPlay() {
    let player = PlayerFixture().player
    player.playTapped()
    #expect(player.playerState == .start(.standby))
    #expect(
      player.lastError == .unsupported("there is no clip to play: record one first"))
  }

  @Test func releasesTheDeviceAndReportsAFailureOfAnyStep() async {
    let error = AudioError.engine("injected failure")
    for step in [SilentEngine.Step.playing, .seeking, .changingRate] {
      let fixture = await PlayerFixture.playing(seconds: 30)
      let player = fixture.player
      fixture.engine.failNext(step, with: error)
      switch step {
      case .seeking: player.ffwdTapped()
      case .changingRate: player.rate = 2
      default:
        player.playTapped()
        player.playTapped()
      }
      await player.settled()
      #expect(player.lastError == error)
      #expect(player.playerState == .start(.play))
      #expect(player.playback == nil)
      player.playTapped()
      await player.settled()
      #expect(player.lastError == nil)
      #expect(player.isPlaying)
    }
  }

  @Test func treatsAClipThatBreaksDuringPlaybackAsFailed() async {
    let fixture = await PlayerFixture.playing(seconds: 30)
    fixture.engine.breakPlayback(with: .undecodable("it is damaged"))
    await until { !fixture.player.isPlaying }
    #expect(fixture.player.playerState == .start(.play))
    #expect(fixture.player.lastError == .undecodable("it is damaged"))
  }
}
