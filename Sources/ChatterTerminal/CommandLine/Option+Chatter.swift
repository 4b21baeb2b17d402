import Arguments
import ChatterAudio

extension Verb {
  static let frontEnd = Verb(
    "", title: "the front end", "Show the timeline in this terminal; play, record and post.")
  static let list = Verb("list", "Print the timeline, newest first.")
  static let post = Verb(
    "post", takes: "TEXT",
    "Post a text, with or without a clip; - reads the text from standard input.")
  static let play = Verb(
    "play", takes: "ID|FILE|latest",
    "Play the clip of a chatt, the latest clip, or a file. In a terminal, space pauses and q ends.")
  static let save = Verb(
    "save", takes: "ID|latest FILE",
    "Save the clip of a chatt, or the latest clip, as an m4a file; - writes it to standard output.")
  static let record = Verb(
    "record", takes: "FILE", "Record a clip to an m4a file, until Enter or an interrupt.")
  static let queue = Verb("queue", "Play clips as they arrive, one after the other.")
  static let delete = Verb(
    "delete", takes: "ID",
    "Delete a chatt that was posted from here, or by the user of the token, for everyone.")
  static let server = Verb(
    "server", takes: "[URL]", isLineOnly: true,
    "Connect to a server and save it with its trust, or print the saved settings.")
  static let signIn = Verb(
    "sign-in",
    "Read a token, or an invitation link, from the terminal or from standard input, and save it for the saved server."
  )
  static let signOut = Verb("sign-out", "Remove the saved token.")
  static let help = Verb(
    "help", takes: "[VERB|manual]", "Print this help, the help of one verb, or the manual page.")
}

extension Option {
  private static let calling: [Verb] = [.frontEnd, .list, .post, .play, .save, .queue, .delete]

  static let server = Option(
    "server", .url, .words("the URL saved by chatter server"), of: calling, reach: .environment,
    "Connect to the server at this URL; https:// may be omitted.")
  static let trust = Option(
    "trust", .text("FILE", "a file", words: [systemTrust], files: true),
    .words("the trust saved by chatter server for this URL, else system"),
    of: calling + [.server], reach: .environment,
    "Trust the server certificate or the authority in this PEM file, or, with the word system,"
      + " the authorities of the system.")
  /// The value of `--trust` that selects the system's authorities instead of a file.
  static let systemTrust = "system"
  static let pin = Option(
    "pin",
    .text(
      "KEY", "the SHA-256 of the server's public key, in base64 or 64 hexadecimal digits"),
    of: calling + [.server], reach: .environment,
    "Trust the server that has this public key, whichever authority signed its certificate.")
  static let fingerprint = Option(
    "fingerprint",
    .text("SHA256", "the SHA-256 of a certificate, in 64 hexadecimal digits; colons are allowed"),
    of: [.server],
    "Save and trust the certificate that the server presents if it has this fingerprint.")
  static let username = Option(
    "username", .text("NAME", "a name of 1 to 255 characters"),
    .words("the name saved by chatter server, else the login name"),
    of: [.frontEnd, .post, .server], reach: .environment,
    "Post under this name; with chatter server, an empty name removes the saved one.")

  static let token = Option(
    "token",
    .text("TOKEN", "a token as chatterd token add printed it", words: [tokenInput], isSecret: true),
    .words("the token saved by chatter server or chatter sign-in for this URL"),
    of: calling + [.server], reach: .environment,
    "Send this token in place of the saved one; with chatter server, save it once the server has"
      + " accepted it. Other users of this machine can see a command line: set the variable, or give"
      + " - to chatter server, which then reads the token from standard input.")
  /// The value of `--token` with which chatter server reads standard input.
  static let tokenInput = "-"

  static let follow = Option(
    "follow", .toggle, of: [.list], "Print new chatts as they arrive, oldest first, and deletions.")
  static let every = Option(
    "every", .duration(.seconds(1) ... .seconds(3600)), .value("3s"),
    of: [.frontEnd, .list, .queue],
    "Poll for new chatts at this interval, if the server has no live updates.")
  static let json = Option(
    "json", .toggle, of: [.list, .server], "Print one JSON object per line.")
  static let all = Option(
    "all", .toggle, of: [.queue],
    "Play the existing clips too, oldest first, not only new ones.")

  static let new = Option(
    "new", .toggle, of: [.queue],
    "Play the existing clips too that were not heard, oldest first.")

  static let audio = Option("audio", .file, of: [.post], "Post this m4a file with the text.")
  static let recording = Option(
    "record", .toggle, of: [.post], "Record a clip, until Enter, and post it with the text.")
  static let key = Option(
    "key",
    .text(
      "KEY",
      "a key of 1 to 255 visible ASCII characters other than quotation mark, backslash, comma and"
        + " semicolon"),
    .words("a new key"), of: [.post],
    "Send the post under this key: a repeat with the same key is stored only once.")
  static let force = Option(
    "force", .toggle, of: [.save, .record, .delete, .server],
    "Overwrite an existing file; with chatter delete, delete without a question; with chatter"
      + " server, save the server without connecting to it.")
  static let time = Option(
    "for", .duration(.milliseconds(100) ... .seconds(3600)), .words("until Enter"),
    of: [.post, .record], "Stop the recording after this time.")

  static let transcript = Option(
    "transcript", .toggle, of: [.frontEnd, .record],
    "Transcribe speech in English while it is recorded; needs chatter-transcribe.")

  static let sampleRate = Option(
    "sample-rate", .text("NUMBER", sampleRates.joined(separator: ", "), words: sampleRates),
    .value("12000"), of: [.frontEnd, .post, .record],
    "Record at this sample rate, in hertz.")
  private static let sampleRates = RecordingSettings.sampleRates.map(String.init)
  static let rate = Option(
    "rate", .factor(0.5...3), .value("1"), of: [.play, .queue],
    "Play this many times as fast, at the same pitch.")
  static let source = Option(
    "source", .text("SOURCE", AudioSource.expectation, words: AudioSource.words),
    .value("default"), of: [.frontEnd, .post, .record], reach: .environment,
    "Record from this device, a file, or a tone of this frequency in hertz.")
  static let sink = Option(
    "sink", .text("SINK", AudioSink.expectation, words: AudioSink.words), .value("default"),
    of: [.frontEnd, .play, .queue], reach: .environment,
    "Play on this device, write a WAV file, or discard the sound.")

  static let skip = Option(
    "skip", .choice(SkipInterval.allCases.map { "\($0.rawValue)" }), .value("10"),
    of: [.frontEnd], "Skip back and forward by this many seconds.")
  static let plain = Option(
    "plain", .toggle, of: [.frontEnd], reach: .environment,
    "Print line by line, for screen readers: no colour, no cursor movement.")
  static let color = Option(
    "color", .choice(ColorChoice.allCases.map(\.rawValue)), .value("auto"),
    of: [.frontEnd, .list], "Use colour; auto depends on the terminal and on NO_COLOR.")
}

extension ValueSyntax {
  static let url = text(
    "URL", "a server such as localhost:8443 or https://chatter.example.org")
}
