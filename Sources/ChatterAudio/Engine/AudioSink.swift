/// An audio output.
public enum AudioSink: Equatable, Sendable {
  /// The first of PulseAudio, PipeWire and ALSA that is available, with its default device.
  case `default`
  /// A sink of the PulseAudio server, by its PulseAudio name.
  case pulse(device: String? = nil)
  case pipewire
  /// An ALSA device such as `hw:0`.
  case alsa(device: String? = nil)
  /// A WAV file (16-bit mono at 48 kHz) that receives everything one engine plays, in sequence.
  ///
  /// In real time, it is written at playback speed; otherwise, as fast as possible.
  case file(String, inRealTime: Bool = true)
  /// Keeps time as a device does, without sound.
  case silent
}
