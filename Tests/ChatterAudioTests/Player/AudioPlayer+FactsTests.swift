import Testing

@testable import ChatterAudio
@testable import SilentAudio

@MainActor struct AudioPlayerFactsTests {
  @Test func reportsProgressFromZeroToOne() async {
    let fixture = PlayerFixture()
    #expect(fixture.player.progress == 0)
    let playing = await PlayerFixture.playing(seconds: 8)
    for eighth in 1...7 {
      playing.clock.advance(by: .seconds(1))
      #expect(playing.player.progress == Double(eighth) / 8)
    }
    playing.player.playTapped()
    playing.player.ffwdTapped()
    await playing.player.settled()
    #expect(playing.player.progress == 1)
  }

  @Test func formatsTimesForScreensAndScreenReaders() async {
    let fixture = await PlayerFixture.playing(seconds: 3700)
    let player = fixture.player
    #expect(player.currentTimeString == "00:00")
    #expect(player.durationString == "1:01:40")
    fixture.clock.advance(by: .milliseconds(65_900))
    #expect(player.currentTimeString == "01:05")
    #expect(player.accessibilityLabel == "Playing at")
    #expect(player.accessibilityValue == "01:05")
    #expect(player.durationAccessibilityLabel == "Duration")
    #expect(player.durationAccessibilityValue == "1:01:40")
    player.playTapped()
    #expect(player.accessibilityLabel == "Duration" && player.accessibilityValue == "1:01:40")
    player.playTapped()
    #expect(player.accessibilityLabel == "Playing at")
    player.stopTapped()
    #expect(player.accessibilityLabel == "Duration" && player.accessibilityValue == "1:01:40")
    await player.settled()
  }

  @Test func notifiesObserversOfTheTimeDuringPlayback() async {
    let fixture = await PlayerFixture.playing(seconds: 30)
    for tenth in 1...5 {
      // The two alarms are the end of the clip and the next tick.
      await fixture.clock.whenWaiting(atLeast: 2)
      await waitForChange(of: fixture.player.currentTime) {
        fixture.clock.advance(by: AudioPlayer.tickInterval)
      }
      #expect(fixture.player.currentTime == AudioPlayer.tickInterval * tenth)
    }
    fixture.player.playTapped()
    await fixture.player.settled()
    #expect(fixture.clock.waitingCount == 0)
  }

  @Test func clampsTheVolumeBeforeAndDuringPlayback() async throws {
    let fixture = PlayerFixture()
    let player = fixture.player
    #expect(player.volume == 1)
    player.volume = 0.25
    player.setupPlayer(clip: SilentClip.bytes(lasting: .seconds(5)))
    await player.settled()
    let playback = try #require(player.playback as? SilentPlayback)
    #expect(playback.volume == 0.25)
    for (requested, expected) in [(0.5, 0.5), (-1, 0), (7, 1), (.nan, 1), (.infinity, 1)] {
      player.volume = requested
      #expect(player.volume == expected)
      #expect(playback.volume == expected)
    }
  }

  @Test func clampsTheRateBeforeAndDuringPlayback() async {
    let fixture = PlayerFixture()
    let player = fixture.player
    #expect(player.rate == 1)
    player.rate = 2
    player.setupPlayer(clip: SilentClip.bytes(lasting: .seconds(60)))
    player.playTapped()
    await player.settled()
    fixture.clock.advance(by: .seconds(2))
    #expect(player.currentTime == .seconds(4))
    player.rate = 0.5
    await player.settled()
    fixture.clock.advance(by: .seconds(2))
    #expect(player.currentTime == .seconds(5))
    for (rate, expected) in [(9.0, 3.0), (0, 0.5), (.nan, 0.5), (-.infinity, 0.5), (1.5, 1.5)] {
      player.rate = rate
      #expect(player.rate == expected)
    }
  }

  @Test func notifiesObserversOfStateVolumeRateAndRepeats() async {
    let fixture = await PlayerFixture.playing(seconds: 5)
    let player = fixture.player
    await waitForChange(of: player.volume) { player.volume = 0.5 }
    await waitForChange(of: player.rate) { player.rate = 2 }
    await waitForChange(of: player.repeats) { player.repeats = true }
    await waitForChange(of: player.isPaused) { player.playTapped() }
    await waitForChange(of: player.lastError) { player.setupPlayer("*") }
    await waitForChange(of: player.audio) { player.setupPlayer(clip: [1]) }
  }
}
