/// The audio options of a verb.
struct SoundChoice: Equatable, Sendable {
  var source: SoundSource = .standard
  var sink: SoundSink = .standard
  /// In hertz.
  var sampleRate = 12_000

  /// Splits `alsa:hw:0` into `alsa` and `hw:0`; with nothing after the colon, the kind is empty.
  static func split(_ text: String) -> (kind: String, detail: String?) {
    guard let colon = text.firstIndex(of: ":") else { return (text, nil) }
    let detail = String(text[text.index(after: colon)...])
    return detail.isEmpty ? ("", nil) : (String(text[..<colon]), detail)
  }
}
