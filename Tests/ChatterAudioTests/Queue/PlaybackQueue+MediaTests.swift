import SilentAudio
import TestSupport
import Testing

@testable import ChatterAudio

@MainActor struct PlaybackQueueMediaTests {
  let fixture = QueueFixture()

  var queue: PlaybackQueue { fixture.queue }
  var player: AudioPlayer { fixture.player.player }

  @Test func showsThatAnEmptyQueueHasNothingToPlay() {
    #expect(fixture.controls.shown == [MediaState()])
  }

  @Test func showsThePlayingMessageAndItsPosition() async throws {
    queue.add(QueueFixture.message("a"))
    queue.add(QueueFixture.message("b"))
    await player.settled()
    fixture.player.clock.advance(by: .seconds(2))
    let state = queue.mediaState
    #expect(state.status == .playing)
    #expect(state.position == .seconds(2))
    #expect(state.canGoNext && !state.canGoPrevious)
    #expect(state.canPlay && state.canSeek)
    let nowPlaying = try #require(state.nowPlaying)
    #expect(nowPlaying.title == "a")
    #expect(nowPlaying.artist == "nightingale")
    #expect(nowPlaying.length == .seconds(5))
    #expect(nowPlaying.contentCreated == "2026-01-02T03:04:05.000Z")
    queue.pause()
    #expect(queue.mediaState.status == .paused)
    queue.stop()
    #expect(queue.mediaState.status == .stopped)
    queue.next()
    #expect(queue.mediaState.nowPlaying?.trackID != nowPlaying.trackID)
  }

  @Test func showsEachChangeOnceInOrder() async throws {
    queue.add(QueueFixture.message("a"))
    await player.settled()
    await fixture.player.clock.whenWaiting(atLeast: 2)
    fixture.player.clock.advance(by: .milliseconds(100))
    await until { player.currentTime == .milliseconds(100) }
    player.volume = 0.5
    try await shows {
      $0.volume == 0.5 && $0.position == .milliseconds(100) && $0.status == .playing
    }
    queue.stop()
    try await shows { $0.status == .stopped && $0.position == .zero && $0.nowPlaying?.title == "a" }
    let shown = fixture.controls.shown
    for (former, next) in zip(shown, shown.dropFirst()) { #expect(former != next) }
  }

  /// Returns when the controls have shown a state that matches; the queue shows states in a
  /// separate task on the main actor.
  func shows(_ condition: (MediaState) -> Bool) async throws {
    try await eventually { fixture.controls.shown.last.map(condition) == true }
  }

  @Test func performsCommandsLikeButtons() async {
    queue.add(QueueFixture.message("a"))
    queue.add(QueueFixture.message("b"))
    fixture.controls.send(.pause)
    await until { player.isPaused }
    fixture.controls.send(.play)
    await until { player.isPlaying }
    fixture.controls.send(.playPause)
    await until { player.isPaused }
    fixture.controls.send(.next)
    await until { queue.nowPlaying?.title == "b" }
    fixture.controls.send(.previous)
    await until { queue.nowPlaying?.title == "a" }
    fixture.controls.send(.playPause)
    await until { player.isPlaying }
    fixture.controls.send(.setRate(2))
    fixture.controls.send(.setVolume(0.25))
    fixture.controls.send(.setRepeats(true))
    await until { player.rate == 2 && player.volume == 0.25 && player.repeats }
    fixture.controls.send(.setRate(0))
    await until { player.isPaused }
    fixture.controls.send(.stop)
    await until { player.playerState == .start(.standby) }
  }

  @Test func quitsTheFrontEnd() async {
    #expect(!queue.mediaState.canQuit)
    await withCheckedContinuation { quit in
      queue.onQuit = { quit.resume() }
      fixture.controls.send(.quit)
    }
    #expect(fixture.controls.shown.last?.canQuit == true)
  }

  @Test func announcesSeeksOfTheDesktop() async throws {
    queue.add(QueueFixture.message("a", seconds: 30))
    await player.settled()
    let track = try #require(queue.mediaState.nowPlaying?.trackID)
    queue.perform(.seek(by: .seconds(7)))
    await player.settled()
    queue.perform(.seek(by: .seconds(-20)))
    await player.settled()
    queue.perform(.setPosition(.seconds(12), trackID: track))
    await player.settled()
    #expect(player.currentTime == .seconds(12))
    #expect(fixture.controls.seeks == [.seconds(7), .zero, .seconds(12)])
  }

  @Test func ignoresPositionsOutsideTheMessageOrOfAnother() async throws {
    queue.add(QueueFixture.message("a"))
    await player.settled()
    let track = try #require(queue.mediaState.nowPlaying?.trackID)
    for (time, trackID) in [
      (Duration.seconds(2), "/chatter/message/99"), (.seconds(6), track), (.seconds(-1), track),
    ] {
      queue.perform(.setPosition(time, trackID: trackID))
    }
    await player.settled()
    #expect(player.currentTime == .zero)
    #expect(fixture.controls.seeks.isEmpty)
  }

  @Test func goesToTheNextMessageOnASeekPastTheEnd() async {
    queue.perform(.seek(by: .seconds(1)))
    queue.add(QueueFixture.message("a"))
    queue.add(QueueFixture.message("b"))
    await player.settled()
    queue.perform(.seek(by: .seconds(Int64.max)))
    #expect(queue.nowPlaying?.title == "b")
    #expect(player.isPlaying)
    await player.settled()
    queue.perform(.seek(by: .seconds(-Int64.max)))
    await player.settled()
    #expect(player.currentTime == .zero)
  }

  @Test func ignoresNextAndEndsOnASeekPastTheEndOfTheLast() async {
    queue.add(QueueFixture.message("a"))
    await player.settled()
    queue.perform(.next)
    #expect(queue.nowPlaying?.title == "a" && player.isPlaying)
    queue.perform(.seek(by: .seconds(Int64.max)))
    await until { queue.nowPlaying == nil }
    #expect(!player.isPlaying)
  }

  @Test func closesTheControlsOnDeinit() {
    queue.close()
    #expect(fixture.controls.isClosed)
    var other: QueueFixture? = QueueFixture()
    let controls = other?.controls
    other = nil
    #expect(controls?.isClosed == true)
  }
}
