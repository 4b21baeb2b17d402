/// An audio input.
public enum AudioSource: Equatable, Sendable {
  /// The first of PulseAudio, PipeWire and ALSA that is available, with its default device.
  case `default`
  /// A source of the PulseAudio server, by its PulseAudio name.
  case pulse(device: String? = nil)
  case pipewire
  /// An ALSA device such as `hw:0`.
  case alsa(device: String? = nil)
  /// A sine tone, for machines without a microphone; the frequency is in Hz, the volume 0...1.
  case tone(frequency: Double, volume: Double = 0.8)
  /// The sound in a file, at playback speed.
  case file(String)
}
