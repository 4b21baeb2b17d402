/// What a sample description says about the decoded audio.
struct AudioFormat: Equatable {
  let codec: AudioCodec
  let sampleRate: Int
  let channels: Int

  /// Refuses rates and channels that no recording has; the box is the one that said them.
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
