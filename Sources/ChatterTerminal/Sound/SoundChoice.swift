import ChatterAudio
import System

/// The audio options of a verb.
struct SoundChoice: Equatable, Sendable {
  var source = AudioSource.default
  var sink = AudioSink.default
  /// In hertz.
  var sampleRate = 12_000

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

extension AudioSink {
  static let words = ["default", "pulse", "pipewire", "alsa", "file:", "silent"]
  static let expectation =
    "default, pulse, pulse:DEVICE, pipewire, alsa, alsa:DEVICE, file:FILE or silent"

  /// Parses the value of `--sink`.
  init?(_ text: String) {
    switch SoundChoice.split(text) {
    case ("default", nil): self = .default
    case ("pulse", let device): self = .pulse(device: device)
    case ("pipewire", nil): self = .pipewire
    case ("alsa", let device): self = .alsa(device: device)
    case ("file", let path?): self = .file(path)
    case ("silent", nil): self = .silent
    default: return nil
    }
  }
}

extension AudioSource {
  static let words = ["default", "pulse", "pipewire", "alsa", "tone:440", "file:"]
  static let expectation =
    "default, pulse, pulse:DEVICE, pipewire, alsa, alsa:DEVICE, tone:HERTZ or file:FILE"

  /// Parses the value of `--source`.
  init?(_ text: String) {
    switch SoundChoice.split(text) {
    case ("default", nil): self = .default
    case ("pulse", let device): self = .pulse(device: device)
    case ("pipewire", nil): self = .pipewire
    case ("alsa", let device): self = .alsa(device: device)
    case ("tone", nil): self = .tone(frequency: 440)
    case ("tone", let hertz?):
      guard let hertz = Decimals.fraction(hertz), 20...20_000 ~= hertz else { return nil }
      self = .tone(frequency: hertz)
    case ("file", let path?): self = .file(path)
    default: return nil
    }
  }
}
