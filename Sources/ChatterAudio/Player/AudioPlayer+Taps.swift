extension AudioPlayer {
  /// Begins a recording, in place of the clip there is, or ends it and makes ready to play it.
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

  /// Plays the clip, or holds it; of a recording that is being finished, as soon as it is there.
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
        player.tellPosition()
      }
    }
  }

  /// Ends a recording, or holds the clip with the head back at its start.
  public func stopTapped() {
    let wasRecording = playerState == .recording
    guard take(.stopTapped) else { return }
    if wasRecording { keepRecording() } else { rewindToStart() }
  }

  /// Ten (or fifteen) seconds back, at most to the start.
  public func rwndTapped() {
    seek(by: .zero - skipInterval.duration)
  }

  /// Ten (or fifteen) seconds on, at most to the end.
  public func ffwdTapped() {
    seek(by: skipInterval.duration)
  }

  /// Ends whatever is done and gives the devices back; the clip is kept, for whoever sends it.
  public func doneTapped() {
    let wasRecording = playerState == .recording
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

  /// Moves within the clip, clamped to it, from where the engine is when it comes to that.
  public func seek(by distance: Duration) {
    moveHead { player in player.currentTime + distance }
  }

  /// Goes to an instant of the clip, clamped to it; does nothing unless it plays or is held.
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
      player.tellPosition()
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
      player.tellPosition()
    }
  }

  /// The clip has been heard: again, or as after a tap on stop.
  func reachEnd() {
    guard isPlaying else { return }
    if repeats {
      perform { player async throws(AudioError) in
        guard player.isPlaying, let playback = player.playback else { return }
        try await playback.seek(to: .zero)
        try await playback.play()
        guard player.playback === playback else { return }
        player.tellPosition()
        player.onSeek?(.zero)
      }
    } else if take(.stopTapped, evenIfLate: true) {
      rewindToStart()
      onEnd?()
    }
  }
}
