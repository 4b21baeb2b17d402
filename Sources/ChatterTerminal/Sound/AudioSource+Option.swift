import ChatterAudio
import Program

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
