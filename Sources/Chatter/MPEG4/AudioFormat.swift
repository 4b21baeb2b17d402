/// The format of the decoded audio, from a sample description.
struct AudioFormat: Equatable {
  let codec: AudioCodec
  let sampleRate: Int
  let channels: Int

  /// Creates a format; rejects sample rates and channel counts outside the limits, with `box` in
  /// the error.
  init(
    _ codec: AudioCodec, sampleRate: Int, channels: Int, from box: FourCharacterCode
  ) throws(AudioClipError) {
    guard MPEG4Limits.sampleRates.contains(sampleRate),
      (1...MPEG4Limits.channelsMax).contains(channels)
    else { throw .formatNotAccepted(box) }
    self.codec = codec
    self.sampleRate = sampleRate
    self.channels = channels
  }
}
