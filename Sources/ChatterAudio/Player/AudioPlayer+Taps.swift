extension AudioPlayer {
  /// Starts a recording, which replaces the current clip, or ends it and prepares to play it.
  public func recTapped() {
    guard take(.recTapped) else { return }
    if playerState == .recording {
      startOver(with: nil)
      holdsRecording = true
      perform { player async throws(AudioError) in try await player.beginRecording() }
    } else {
      keepRecording()
    }
  }

  /// Plays or pauses the clip. A recording that is being completed plays once it is complete.
  public func playTapped() { playTapped(evenIfLate: false) }

  func playTapped(evenIfLate: Bool) {
    if case .start(let mode) = playerState, mode != .record, audio == nil, !isFinishingRecording {
      lastError = lastError ?? .unsupported("there is no clip to play: record one first")
      return
    }
    guard take(.playTapped, evenIfLate: evenIfLate) else { return }
    if isPlaying {
      lastError = nil
      perform { player async throws(AudioError) in
        try await player.prepare()
        guard let playback = player.playback else { return }
        try await playback.play()
        if player.playback === playback { player.startTicking() }
      }
    } else {
      perform { player async throws(AudioError) in
        player.stopTicking()
        try await player.playback?.pause()
        player.notifyPositionChange()
      }
    }
  }

  /// Ends a recording, or pauses the clip at its start.
  public func stopTapped() {
    let wasRecording = playerState == .recording
    guard take(.stopTapped) else { return }
    if wasRecording { keepRecording() } else { rewindToStart() }
  }

  /// Rewinds by `skipInterval` (ten or fifteen seconds), at most to the start.
  public func rwndTapped() {
    seek(by: .zero - skipInterval.duration)
  }

  /// Skips forward by `skipInterval` (ten or fifteen seconds), at most to the end.
  public func ffwdTapped() {
    seek(by: skipInterval.duration)
  }

  /// Ends the current operation and releases the devices; the clip is kept, so that it can be sent.
  /// Does nothing when there is no clip, so that play stays disabled.
  public func doneTapped() {
    let wasRecording = playerState == .recording
    guard wasRecording || audio != nil || isFinishingRecording else { return }
    guard take(.doneTapped, evenIfLate: true) else { return }
    holdsRecording = false
    if wasRecording {
      isFinishingRecording = true
      perform { player async throws(AudioError) in try await player.finishRecording() }
    } else {
      perform { player async throws(AudioError) in
        player.closePlayback()
        await player.whenClosed()
      }
    }
  }

  /// Seeks by a distance from the position at the time the engine performs it, clamped to the clip.
  public func seek(by distance: Duration) {
    moveHead { player in player.currentTime + distance }
  }

  /// Seeks to a position, clamped to the clip; does nothing unless it is playing or paused.
  public func seek(to time: Duration) {
    moveHead { _ in time }
  }

  private func moveHead(to target: @escaping @MainActor (AudioPlayer) -> Duration) {
    guard isPlaying || isPaused, pendingIsBelowMax else { return }
    perform { player async throws(AudioError) in
      guard let playback = player.playback else { return }
      let time = min(max(target(player), .zero), playback.duration)
      try await playback.seek(to: time)
      guard player.playback === playback else { return }
      player.notifyPositionChange()
      player.onSeek?(time)
    }
  }

  private func keepRecording() {
    isFinishingRecording = true
    perform { player async throws(AudioError) in
      try await player.finishRecording()
      try await player.prepare()
    }
  }

  private func rewindToStart() {
    perform { player async throws(AudioError) in
      player.stopTicking()
      guard let playback = player.playback else { return }
      try await playback.pause()
      try await playback.seek(to: .zero)
      player.notifyPositionChange()
    }
  }

  /// Handles the end of playback: repeats the clip, or acts like a tap on stop.
  func reachEnd() {
    guard isPlaying else { return }
    if repeats {
      perform { player async throws(AudioError) in
        guard player.isPlaying, let playback = player.playback else { return }
        try await playback.seek(to: .zero)
        try await playback.play()
        guard player.playback === playback else { return }
        player.notifyPositionChange()
        player.onSeek?(.zero)
      }
    } else if take(.stopTapped, evenIfLate: true) {
      rewindToStart()
      onEnd?()
    }
  }
}

/// The distance of rewind and fast-forward; the raw value is in seconds.
public enum SkipInterval: Int, CaseIterable, Sendable {
  case ten = 10
  case fifteen = 15

  /// The interval as a duration.
  public var duration: Duration { .seconds(rawValue) }
}
