/// What a verb uses for sound.
struct SoundChoice: Equatable, Sendable {
  var source: SoundSource = .standard
  var sink: SoundSink = .standard
  /// In hertz.
  var sampleRate = 12_000

  /// `alsa:hw:0` is `alsa` and `hw:0`; nothing after the colon is nothing.
  static func split(_ text: String) -> (kind: String, detail: String?) {
    guard let colon = text.firstIndex(of: ":") else { return (text, nil) }
    let detail = String(text[text.index(after: colon)...])
    return detail.isEmpty ? ("", nil) : (String(text[..<colon]), detail)
  }
}
