import ChatterAudio
import SilentAudio

/// A queue on a silent engine, and messages for it.
@MainActor
struct QueueFixture {
  let player = PlayerFixture()
  let controls = RecordedControls()
  let queue: PlaybackQueue

  init() {
    queue = PlaybackQueue(player: player.player, controls: controls)
  }

  static func message(_ title: String, seconds: Int = 5) -> QueuedMessage {
    QueuedMessage(
      clip: SilentClip.bytes(lasting: .seconds(seconds)), author: "nightingale",
      createdAt: "2026-01-02T03:04:05.000Z", duration: .seconds(seconds), title: title)
  }

  /// A message that no engine can play.
  static var broken: QueuedMessage {
    QueuedMessage(clip: [1, 2, 3], duration: .seconds(1), title: "broken")
  }

  /// Plays the current message to its end, until the next one starts.
  func playThrough() async {
    let former = queue.index
    player.clock.advance(by: player.player.duration - player.player.currentTime)
    await until { queue.index != former }
    await player.player.settled()
  }
}
