/// Where sound comes from.
public enum AudioSource: Equatable, Sendable {
  /// The first of PulseAudio, PipeWire and ALSA that answers, with its own default device.
  case `default`
  /// A source of the PulseAudio server, by its name there.
  case pulse(device: String? = nil)
  case pipewire
  /// An ALSA device such as `hw:0`.
  case alsa(device: String? = nil)
  /// A sine, for machines without a microphone; the frequency in Hz, the volume 0...1.
  case tone(frequency: Double, volume: Double = 0.8)
  /// What is in a file, as fast as it would be heard.
  case file(String)
}
