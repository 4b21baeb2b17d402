/// The audio sink, as an option names it.
enum SoundSink: Equatable, Sendable {
  case standard
  case pulse(device: String?)
  case pipewire
  case alsa(device: String?)
  /// A WAV file.
  case file(String)
  case silent

  static let words = ["default", "pulse", "pipewire", "alsa", "file:", "silent"]
  static let expectation =
    "default, pulse, pulse:DEVICE, pipewire, alsa, alsa:DEVICE, file:FILE or silent"

  /// Parses the value of `--sink`.
  init?(_ text: String) {
    let (kind, detail) = SoundChoice.split(text)
    switch (kind, detail) {
    case ("default", nil): self = .standard
    case ("pulse", let device): self = .pulse(device: device)
    case ("pipewire", nil): self = .pipewire
    case ("alsa", let device): self = .alsa(device: device)
    case ("file", let path?): self = .file(path)
    case ("silent", nil): self = .silent
    default: return nil
    }
  }
}
