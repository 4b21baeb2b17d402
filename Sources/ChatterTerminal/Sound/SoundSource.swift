import Program

/// The audio source, as an option names it.
enum SoundSource: Equatable, Sendable {
  case standard
  case pulse(device: String?)
  case pipewire
  case alsa(device: String?)
  /// A tone; its frequency is in hertz.
  case tone(Double)
  case file(String)

  static let words = ["default", "pulse", "pipewire", "alsa", "tone:440", "file:"]
  static let expectation =
    "default, pulse, pulse:DEVICE, pipewire, alsa, alsa:DEVICE, tone:HERTZ or file:FILE"

  /// Parses the value of `--source`.
  init?(_ text: String) {
    let (kind, detail) = SoundChoice.split(text)
    switch (kind, detail) {
    case ("default", nil): self = .standard
    case ("pulse", let device): self = .pulse(device: device)
    case ("pipewire", nil): self = .pipewire
    case ("alsa", let device): self = .alsa(device: device)
    case ("tone", nil): self = .tone(440)
    case ("tone", let hertz?):
      guard let hertz = Decimals.fraction(hertz), 20...20_000 ~= hertz else { return nil }
      self = .tone(hertz)
    case ("file", let path?): self = .file(path)
    default: return nil
    }
  }
}
