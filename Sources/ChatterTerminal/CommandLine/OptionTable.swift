import ChatterAudio

/// The table of all options: parsing, help, completion and the manual page are generated from it.
enum OptionTable {
  static let all: [Option] = place + lists + posts + sound + display

  /// The entry of a key; every key has one.
  static subscript(key: OptionKey) -> Option {
    guard let option = all.first(where: { $0.key == key }) else {
      fatalError("no option for the key \(key)")
    }
    return option
  }

  private static let calling: [Verb] = [.frontEnd, .list, .post, .play, .queue]

  private static let place: [Option] = [
    Option(
      .server, .url, "the URL saved by chatter server", verbs: calling, variable: true,
      "Connect to the server at this URL."),
    Option(
      .trust, .path, "the trust saved by chatter server for this URL, else system",
      verbs: calling + [.server], variable: true,
      "Trust the server certificate or the authority in this PEM file, or, with the word system,"
        + " the authorities of the system."),
    Option(
      .pin, .key, verbs: calling + [.server], variable: true,
      "Trust the server that has this public key, whichever authority signed its certificate."),
    Option(
      .username, .name, "the name saved by chatter server, else the login name",
      verbs: [.frontEnd, .post, .server], variable: true,
      "Post under this name; with chatter server, an empty name removes the saved one."),
  ]

  private static let lists: [Option] = [
    Option(.follow, .toggle, verbs: [.list], "Print new chatts as they arrive, oldest first."),
    Option(
      .every, .duration(.seconds(1) ... .seconds(3600)), "3s",
      verbs: [.frontEnd, .list, .queue], "Poll for new chatts at this interval."),
    Option(.json, .toggle, verbs: [.list, .server], "Print one JSON object per line."),
    Option(
      .all, .toggle, verbs: [.queue],
      "Play the existing clips too, oldest first, not only new ones."),
  ]

  private static let posts: [Option] = [
    Option(.audio, .path, verbs: [.post], "Post this m4a file with the text."),
    Option(
      .record, .toggle, verbs: [.post], "Record a clip, until Enter, and post it with the text."),
    Option(
      .key, .postKey, "a new key", verbs: [.post],
      "Send the post under this key: a repeat with the same key is stored only once."),
    Option(.force, .toggle, verbs: [.record], "Overwrite an existing file."),
    Option(
      .forTime, .duration(.milliseconds(100) ... .seconds(3600)), "until Enter",
      verbs: [.post, .record], "Stop the recording after this time."),
    Option(
      .sampleRate, .count(RecordingSettings.sampleRates), "12000",
      verbs: [.frontEnd, .post, .record],
      "Record at this sample rate, in hertz."),
    Option(
      .rate, .number(0.5...3), "1", verbs: [.play, .queue],
      "Play this many times as fast, at the same pitch."),
  ]

  private static let sound: [Option] = [
    Option(
      .source, .source, "default", verbs: [.frontEnd, .post, .record], variable: true,
      "Record from this device, a file, or a tone of this frequency in hertz."),
    Option(
      .sink, .sink, "default", verbs: [.frontEnd, .play, .queue], variable: true,
      "Play on this device, write a WAV file, or discard the sound."),
  ]

  private static let display: [Option] = [
    Option(
      .plain, .toggle, verbs: [.frontEnd], variable: true,
      "Print line by line, for screen readers: no colour, no cursor movement."),
    Option(
      .color, .choice(["auto", "always", "never"]), "auto", verbs: [.frontEnd, .list],
      "Use colour; auto depends on the terminal and on NO_COLOR."),
  ]
}
