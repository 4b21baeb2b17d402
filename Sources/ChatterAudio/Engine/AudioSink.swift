/// Where sound goes.
public enum AudioSink: Equatable, Sendable {
  /// The first of PulseAudio, PipeWire and ALSA that answers, with its own default device.
  case `default`
  /// A sink of the PulseAudio server, by its name there.
  case pulse(device: String? = nil)
  case pipewire
  /// An ALSA device such as `hw:0`.
  case alsa(device: String? = nil)
  /// A WAV file (16-bit mono at 48 kHz) that gets all that one engine plays, one after the other.
  ///
  /// In real time it is written as it would be heard; otherwise as fast as it can be.
  case file(String, inRealTime: Bool = true)
  /// Keeps time as a device would, and is not heard.
  case silent
}
