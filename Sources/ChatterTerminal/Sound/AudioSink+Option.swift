import ChatterAudio

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
