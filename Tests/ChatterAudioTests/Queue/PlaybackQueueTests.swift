import SilentAudio
import Testing

@testable import ChatterAudio

@MainActor struct PlaybackQueueTests {
  let fixture = QueueFixture()

  var queue: PlaybackQueue { fixture.queue }
  var player: AudioPlayer { fixture.player.player }
  var title: String? { queue.nowPlaying?.title }

  @Test func playsMessagesInTheOrderReceived() async {
    #expect(queue.nowPlaying == nil)
    queue.add(QueueFixture.message("a"))
    await player.settled()
    #expect(title == "a")
    #expect(player.isPlaying)
    fixture.player.clock.advance(by: .seconds(1))
    queue.add(QueueFixture.message("b"))
    queue.add(QueueFixture.message("c"))
    #expect(title == "a")
    #expect(queue.waitingCount == 2)
    #expect(player.currentTime == .seconds(1))
    for next in ["b", "c"] {
      await fixture.playThrough()
      #expect(title == next)
      #expect(player.isPlaying)
    }
    await fixture.playThrough()
    #expect(queue.nowPlaying == nil)
    #expect(!player.isPlaying)
    #expect(queue.messages.map(\.title) == ["a", "b", "c"])
    queue.add(QueueFixture.message("d"))
    #expect(title == "d")
    #expect(player.isPlaying)
  }

  @Test func keepsPlayingOrSilentOnNextAndPrevious() async {
    for name in ["a", "b", "c"] { queue.add(QueueFixture.message(name)) }
    #expect(!queue.canGoPrevious)
    queue.next()
    #expect(title == "b")
    #expect(player.isPlaying)
    #expect(queue.canGoPrevious && queue.canGoNext)
    queue.pause()
    queue.next()
    #expect(title == "c")
    #expect(!player.isPlaying)
    #expect(!queue.canGoNext)
    queue.previous()
    queue.previous()
    queue.previous()
    #expect(title == "a")
    queue.play()
    await player.settled()
    fixture.player.clock.advance(by: .seconds(1))
    #expect(player.currentTime == .seconds(1))
    for _ in 0..<5 { queue.next() }
    #expect(queue.nowPlaying == nil)
    queue.previous()
    #expect(title == "c")
  }

  @Test func resumesPausedMessagesAndRestartsStoppedOnes() async {
    queue.add(QueueFixture.message("a"))
    await player.settled()
    fixture.player.clock.advance(by: .seconds(2))
    queue.playPause()
    await player.settled()
    queue.add(QueueFixture.message("b"))
    #expect(player.isPaused)
    queue.playPause()
    await player.settled()
    fixture.player.clock.advance(by: .seconds(1))
    #expect(player.currentTime == .seconds(3))
    queue.player.seek(to: .seconds(1))
    await player.settled()
    #expect(player.currentTime == .seconds(1))
    queue.stop()
    await player.settled()
    #expect(player.currentTime == .zero)
    #expect(title == "a")
    queue.play()
    queue.play()
    await player.settled()
    #expect(player.isPlaying)
  }

  @Test func queuesNewMessagesWhileStopped() {
    queue.stop()
    queue.add(QueueFixture.message("a"))
    #expect(!player.isPlaying)
    queue.play()
    #expect(player.isPlaying)
    #expect(title == "a")
  }

  @Test func skipsUnplayableMessagesAndKeepsTheError() async {
    queue.add(QueueFixture.broken)
    queue.add(QueueFixture.broken)
    queue.add(QueueFixture.message("a"))
    await until { queue.nowPlaying?.title == "a" }
    await player.settled()
    #expect(player.isPlaying)
    guard case .undecodable = queue.lastError else {
      Issue.record("\(String(describing: queue.lastError))")
      return
    }
    await fixture.playThrough()
    queue.add(QueueFixture.broken)
    await until { queue.nowPlaying == nil }
    #expect(player.playerState == .start(.standby))
  }

  @Test func keepsAllMessagesWithoutASink() async {
    fixture.player.engine.failNext(.preparing, with: .noSink)
    for name in ["a", "b", "c"] { queue.add(QueueFixture.message(name)) }
    await until { queue.lastError != nil }
    await player.settled()
    queue.add(QueueFixture.message("d"))
    #expect(title == "a" && queue.index == 0)
    #expect(queue.lastError == .noSink)
    #expect(!player.isPlaying)
    queue.play()
    await player.settled()
    #expect(title == "a" && player.isPlaying)
    #expect(queue.lastError == nil)
  }

  @Test func staysSilentWhenAPausedMessageBreaks() async {
    for isStopped in [false, true] {
      let fixture = QueueFixture()
      let queue = fixture.queue
      queue.add(QueueFixture.message("a"))
      queue.add(QueueFixture.message("b"))
      await fixture.player.player.settled()
      if isStopped { queue.stop() } else { queue.pause() }
      await fixture.player.player.settled()
      fixture.player.engine.breakPlayback(with: .undecodable("it is damaged"))
      await until { queue.nowPlaying?.title == "b" }
      queue.add(QueueFixture.message("c"))
      #expect(queue.nowPlaying?.title == "b")
      #expect(!fixture.player.player.isPlaying)
      #expect(queue.lastError == .undecodable("it is damaged"))
      queue.play()
      await fixture.player.player.settled()
      #expect(queue.nowPlaying?.title == "b" && fixture.player.player.isPlaying)
    }
  }

  @Test func queuesMessagesUntilARecordingIsDone() async {
    player.setupRecorder()
    player.recTapped()
    queue.add(QueueFixture.message("a"))
    queue.next()
    queue.play()
    #expect(player.playerState == .recording)
    #expect(title == "a")
    player.stopTapped()
    queue.play()
    #expect(player.isFinishingRecording)
    await player.settled()
    let clip = player.audio
    queue.add(QueueFixture.message("b"))
    #expect(clip != nil && player.audio == clip)
    player.doneTapped()
    await player.settled()
    #expect(player.audio == clip)
    queue.add(QueueFixture.message("c"))
    #expect(title == "a" && player.isPlaying)
    await player.settled()
    for next in ["b", "c"] {
      await fixture.playThrough()
      #expect(title == next && player.isPlaying)
    }
  }

  @Test func replaysAMessageInterruptedByARecording() async {
    queue.add(QueueFixture.message("a"))
    await player.settled()
    queue.pause()
    player.recTapped()
    await player.settled()
    fixture.player.clock.advance(by: .seconds(1))
    player.stopTapped()
    player.playTapped()
    await player.settled()
    fixture.player.clock.advance(by: .seconds(1))
    await until { !player.isPlaying }
    #expect(title == "a" && queue.index == 0)
    queue.play()
    await player.settled()
    #expect(player.duration == .seconds(5) && player.isPlaying)
  }

  @Test func waitsForTheDeviceOfThePreviousMessage() async {
    let engine = OneDeviceEngine()
    let player = AudioPlayer(engine: engine, clock: engine.silent.clock)
    let queue = PlaybackQueue(player: player)
    for name in ["a", "b", "c"] { queue.add(QueueFixture.message(name)) }
    await player.settled()
    engine.silent.clock.advance(by: .seconds(5))
    await until { queue.index == 1 || queue.lastError != nil }
    queue.next()
    await player.settled()
    #expect(queue.nowPlaying?.title == "c" && player.isPlaying)
    #expect(queue.lastError == nil)
  }

  @Test func playsMessagesWhileTheEngineIsBehind() async {
    let (gate, opener) = AsyncStream.makeStream(of: Void.self)
    for _ in 0..<AudioPlayer.operationsMax {
      player.perform { _ async throws(AudioError) in for await _ in gate {} }
    }
    queue.add(QueueFixture.message("a"))
    #expect(player.isPlaying)
    opener.finish()
    await player.settled()
    await fixture.playThrough()
    #expect(queue.index == 1)
  }

  @Test func removesOnlyPlayedMessagesForNewOnes() {
    queue.stop()
    let message = QueuedMessage(clip: [1], duration: .seconds(1), title: "m")
    for _ in 0..<PlaybackQueue.messagesMax { #expect(queue.add(message)) }
    #expect(!queue.add(message))
    queue.next()
    queue.next()
    #expect(queue.index == 2)
    #expect(queue.add(message))
    #expect(queue.messages.count == PlaybackQueue.messagesMax)
    #expect(queue.index == 1)
    #expect(queue.entry?.number == 3)
    #expect(queue.add(message))
    #expect(!queue.add(message))
  }

  @Test func limitsTheBytesOfClips() {
    queue.stop()
    let clip = [UInt8](repeating: 0, count: PlaybackQueue.clipBytesMax / 2)
    let message = QueuedMessage(clip: clip, duration: .seconds(1), title: "m")
    #expect(queue.add(message))
    #expect(queue.add(message))
    #expect(!queue.add(QueuedMessage(clip: [1], duration: .seconds(1), title: "m")))
    queue.next()
    #expect(queue.add(QueuedMessage(clip: [1], duration: .seconds(1), title: "m")))
    #expect(queue.messages.count == 2)
  }
}
