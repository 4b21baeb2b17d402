extension PlaybackQueue {
  var mediaState: MediaState {
    var state = MediaState()
    let entry = entry
    state.nowPlaying = entry.map { $0.message.nowPlaying(number: $0.number) }
    state.status =
      entry == nil ? .stopped : player.isPlaying ? .playing : player.isPaused ? .paused : .stopped
    state.position = player.currentTime
    state.rate = player.rate
    state.volume = player.volume
    state.repeats = player.repeats
    state.canGoNext = canGoNext
    state.canGoPrevious = canGoPrevious
    state.canPlay = entry != nil
    state.canSeek = player.isPlaying || player.isPaused
    state.canQuit = onQuit != nil
    return state
  }

  func perform(_ command: MediaCommand) {
    switch command {
    case .play: play()
    case .pause: pause()
    case .playPause: playPause()
    case .stop: stop()
    // MPRIS: no effect without a next track.
    case .next: if canGoNext { next() }
    case .previous: previous()
    case .seek(let distance): seek(by: distance)
    case .setPosition(let time, let trackID): setPosition(time, of: trackID)
    case .setVolume(let volume): player.volume = volume
    case .setRate(let rate): setRate(rate)
    case .setRepeats(let repeats): player.repeats = repeats
    case .quit: onQuit?()
    }
  }

  /// MPRIS: seeking past the end acts like next; in the last message, it goes to the end.
  private func seek(by distance: Duration) {
    guard player.isPlaying || player.isPaused else { return }
    if canGoNext, distance > .zero, player.duration > .zero,
      distance > player.duration - player.currentTime
    {
      next()
    } else {
      player.seek(by: distance)
    }
  }

  /// MPRIS: ignored if the track is not the current one or the position is outside of it.
  private func setPosition(_ time: Duration, of trackID: String) {
    guard let entry, entry.message.nowPlaying(number: entry.number).trackID == trackID,
      (.zero...player.duration).contains(time)
    else { return }
    player.seek(to: time)
  }

  /// MPRIS: a rate of 0 acts like pause.
  private func setRate(_ rate: Double) {
    if rate == 0 { pause() } else { player.rate = rate }
  }
}
