import Glibc

extension AudioPlayer {
  /// The latest level of the clip that is playing, 0...1, whatever the volume; 0 while none is.
  ///
  /// A device that buffers sound plays it up to a fifth of a second later.
  public var level: Double { isPlaying ? playedLevel : 0 }

  /// The levels of the clips that are played from now on, ten times a second.
  public var levels: AsyncStream<Double> { levelBroadcast.stream() }

  /// The sound of the clips that are played from now on, at their rate and before the volume:
  /// 16-bit mono at 16 kHz, in chunks of a tenth of a second.
  ///
  /// The stream ends with the player. A slow reader does not delay the playback. It loses the
  /// oldest sound beyond ``AudioRecorder/sampleChunksBufferedMax`` chunks.
  public var samples: AsyncStream<[Int16]> { sampleBroadcast.stream() }

  /// Sends the levels and the sound of a playback to the readers while it is that of the clip.
  func tap(_ playback: any AudioPlayback) {
    Task { [weak self] in
      for await chunk in playback.samples {
        guard let self, self.playback === playback else { return }
        playedLevel = Self.level(of: chunk)
        levelBroadcast.send(playedLevel)
        sampleBroadcast.send(chunk)
      }
    }
  }

  /// Returns the level of samples: that of their effective value, like the level of a recording.
  static func level(of samples: [Int16]) -> Double {
    guard !samples.isEmpty else { return 0 }
    let power = samples.reduce(0.0) { $0 + Double($1) * Double($1) } / Double(samples.count)
    return PipelineEvents.height(decibels: 10 * log10(power / (32_768 * 32_768)))
  }
}
