import ChatterAudio

extension FrontEndSession {
  /// The resolution of a waveform: more than the columns of most terminals.
  private static let waveformColumns = 240

  /// Shows the waveform of the clip in the player, once it is known.
  func updateWaveform() {
    // The same array is recognized by its storage, without comparing its bytes.
    guard !isPlain, player.audio != drawnClip else { return }
    drawnClip = player.audio
    model.peaks = []
    waveform?.cancel()
    guard drawnClip != nil else { return }
    waveform = Task { [weak self, player] in
      // A clip that cannot be decoded has a bar; the player reports why it cannot be played.
      let peaks = try? await player.waveform(columns: Self.waveformColumns)
      guard let self, !Task.isCancelled else { return }
      model.peaks = peaks ?? []
    }
  }
}
