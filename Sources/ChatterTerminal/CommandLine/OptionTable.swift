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
      .server, .url, "what chatter server remembers", verbs: calling, variable: true,
      "Talks to the server at this URL."),
    Option(
      .trust, .path, "what chatter server remembers of this server, else system",
      verbs: calling + [.server], variable: true,
      "Trusts the certificate, or the authority, in this PEM file; system is no file, but the"
        + " authorities of the system."),
    Option(
      .pin, .key, verbs: calling + [.server], variable: true,
      "Trusts the server that has this key, whoever vouches for it."),
    Option(
      .username, .name, "what chatter server remembers, else the name of the login",
      verbs: [.frontEnd, .post, .server], variable: true,
      "Posts under this name; an empty one makes chatter server forget it."),
  ]

  private static let lists: [Option] = [
    Option(.follow, .toggle, verbs: [.list], "Goes on with what arrives, oldest first."),
    Option(
      .every, .duration(.seconds(1) ... .seconds(3600)), "3s",
      verbs: [.frontEnd, .list, .queue], "Asks for what is new this often."),
    Option(.json, .toggle, verbs: [.list, .server], "Prints a JSON object a line."),
    Option(
      .all, .toggle, verbs: [.queue],
      "Begins with the clips that are there, oldest first, not with the next that arrives."),
  ]

  private static let posts: [Option] = [
    Option(.audio, .path, verbs: [.post], "Posts this m4a file with the text."),
    Option(
      .record, .toggle, verbs: [.post], "Records a clip, until Enter, and posts it with the text."),
    Option(
      .key, .postKey, "a new one", verbs: [.post],
      "Names the post: one that is sent again with its key is stored once."),
    Option(.force, .toggle, verbs: [.record], "Overwrites a file that is there."),
    Option(
      .forTime, .duration(.milliseconds(100) ... .seconds(3600)), "until Enter",
      verbs: [.post, .record], "Ends the recording after this time."),
    Option(
      .sampleRate, .count(RecordingSettings.sampleRates), "12000",
      verbs: [.frontEnd, .post, .record],
      "Records this many samples a second."),
    Option(
      .rate, .number(0.5...3), "1", verbs: [.play, .queue],
      "Plays so many times as fast, at the same pitch."),
  ]

  private static let sound: [Option] = [
    Option(
      .source, .source, "default", verbs: [.frontEnd, .post, .record], variable: true,
      "Records from this device, a file, or a tone of so many hertz."),
    Option(
      .sink, .sink, "default", verbs: [.frontEnd, .play, .queue], variable: true,
      "Plays on this device, into a WAV file, or nowhere."),
  ]

  private static let display: [Option] = [
    Option(
      .plain, .toggle, verbs: [.frontEnd], variable: true,
      "Speaks in lines, for a screen reader: no colour, and the cursor never goes back."),
    Option(
      .color, .choice(["auto", "always", "never"]), "auto", verbs: [.frontEnd, .list],
      "Uses colour; auto asks the terminal, and NO_COLOR forbids."),
  ]
}
