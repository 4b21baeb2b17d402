import ChatterAudio

/// The audio options of a verb.
struct SoundChoice: Equatable, Sendable {
  var source = AudioSource.default
  var sink = AudioSink.default
  /// In hertz.
  var sampleRate = 12_000

  /// The engine that records from the source and plays on the sink.
  var engine: GStreamerEngine { GStreamerEngine(source: source, sink: sink) }

  private var settings: RecordingSettings { RecordingSettings(sampleRate: sampleRate) }

  @MainActor var player: AudioPlayer { AudioPlayer(engine: engine, settings: settings) }
  @MainActor var recorder: AudioRecorder { AudioRecorder(engine: engine, settings: settings) }

  /// Splits `alsa:hw:0` into `alsa` and `hw:0`; with nothing after the colon, the kind is empty.
  static func split(_ text: String) -> (kind: String, detail: String?) {
    guard let colon = text.firstIndex(of: ":") else { return (text, nil) }
    let detail = String(text[text.index(after: colon)...])
    return detail.isEmpty ? ("", nil) : (String(text[..<colon]), detail)
  }
}
