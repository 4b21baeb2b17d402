import Testing

@testable import ChatterAudio

@Suite("PlaybackQueue", .timeLimit(.minutes(1))) @MainActor struct PlaybackQueueTests {
  let fixture = QueueFixture()

  var queue: PlaybackQueue { fixture.queue }
  var player: AudioPlayer { fixture.player.player }
  var title: String? { queue.nowPlaying?.title }

  @Test("messages are played in the order received; one that arrives while another plays waits")
  func order() async {
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

  @Test("next and previous play on if something plays, and stay silent if not")
  func nextAndPrevious() async {
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

  @Test("what is held is played on; what is stopped is played from its start")
  func holdAndStop() async {
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
    queue.seek(to: .seconds(1))
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

  @Test("where a person has stopped, what arrives waits until they play")
  func stopped() {
    queue.stop()
    queue.add(QueueFixture.message("a"))
    #expect(!player.isPlaying)
    queue.play()
    #expect(player.isPlaying)
    #expect(title == "a")
  }

  @Test("a message that cannot be played is passed over, and the error kept")
  func broken() async {
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

  @Test("a recording is not interrupted: what arrives meanwhile waits")
  func recording() async {
    player.setupRecorder()
    player.recTapped()
    queue.add(QueueFixture.message("a"))
    queue.next()
    queue.play()
    #expect(player.playerState == .recording)
    #expect(title == "a")
    player.doneTapped()
    await player.settled()
    queue.play()
    #expect(player.isPlaying)
  }

  @Test("heard messages make room for new ones; what has not been heard is never dropped")
  func limit() {
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

  @Test("clips have their bytes counted")
  func bytes() {
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
