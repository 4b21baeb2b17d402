import SilentAudio
import TestSupport
import Testing

@testable import ChatterAudio

/// The buttons of a player's screen.
private enum Button: CaseIterable {
  case record, play, stop, rewind, forward, done

  @MainActor func isEnabled(on screen: PlayerUIState) -> Bool {
    switch self {
    case .record: !screen.recHidden && !screen.recDisabled
    case .play: !screen.playDisabled
    case .stop, .rewind, .forward: !screen.playCtlDisabled
    case .done: !screen.doneDisabled
    }
  }

  @MainActor func press(on player: AudioPlayer) {
    switch self {
    case .record: player.recTapped()
    case .play: player.playTapped()
    case .stop: player.stopTapped()
    case .rewind: player.rwndTapped()
    case .forward: player.ffwdTapped()
    case .done: player.doneTapped()
    }
  }

  /// The event of the state machine; nil for buttons that only move the position.
  var event: TransEvent? {
    switch self {
    case .record: .recTapped
    case .play: .playTapped
    case .stop: .stopTapped
    case .done: .doneTapped
    case .rewind, .forward: nil
    }
  }
}

@Suite(.needs(.time))
@MainActor struct AudioPlayerButtonsTests {
  private static let lengthMax = 6

  /// Presses buttons on a new player, and returns it after the last one has had its effect.
  private static func player(_ mode: StartMode, after buttons: [Button]) async -> AudioPlayer {
    let fixture = PlayerFixture()
    let player = fixture.player
    if mode == .play {
      player.setupPlayer(clip: SilentClip.bytes(lasting: .seconds(100)))
    } else {
      player.setupRecorder()
    }
    var expected = player.playerState
    for button in buttons {
      let hasClip = player.audio != nil || player.playerState == .recording
      if let event = button.event, event != .doneTapped || hasClip { expected.transition(event) }
      button.press(on: player)
      #expect(player.playerState == expected, "\(mode), \(buttons)")
      await player.settled()
      // No clip ends while it plays.
      fixture.clock.advance(by: .seconds(player.playerState == .recording ? 100 : 1))
    }
    return player
  }

  private static func check(_ player: AudioPlayer, _ state: @autoclosure () -> String) {
    let screen = player.playerUIState
    #expect(player.lastError == nil, "\(state())")
    #expect(screen.playDisabled || player.audio != nil, "play without a clip: \(state())")
    #expect(screen.recIcon == .stopRecording || !player.recorder.isRecording, "\(state())")
    #expect((player.playerState == .recording) == player.recorder.isRecording, "\(state())")
    #expect((screen.playIcon == .pause) == player.isPlaying, "\(state())")
    #expect(!player.isPlaying || player.currentTime > .zero, "\(state())")
    #expect(!player.isFinishingRecording, "\(state())")
    #expect(Button.allCases.contains { $0.isEnabled(on: screen) }, "\(state())")
  }

  @Test(arguments: [StartMode.record, .play])
  func staysConsistentAfterEverySequence(mode: StartMode) async {
    var sequences: [[Button]] = [[]]
    var checkedCount = 0
    while let sequence = sequences.popLast() {
      let player = await Self.player(mode, after: sequence)
      Self.check(player, "\(mode), \(sequence)")
      checkedCount += 1
      guard sequence.count < Self.lengthMax else { continue }
      for button in Button.allCases where button.isEnabled(on: player.playerUIState) {
        sequences.append(sequence + [button])
      }
    }
    #expect(checkedCount > 200)
  }
}
