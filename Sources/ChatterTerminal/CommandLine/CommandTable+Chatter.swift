import Arguments

extension CommandTable {
  /// The verbs and options of chatter, and the texts of chatter(1).
  static let chatter = CommandTable(
    program: "chatter",
    summary: "read, post, play and record short messages on a Chatter server",
    verbs: [
      .frontEnd, .list, .post, .play, .save, .record, .queue, .delete, .server, .signIn, .signOut,
      .completion, .help, .version,
    ],
    options: [
      .server, .trust, .pin, .fingerprint, .token, .username, .follow, .every, .json, .all, .new,
      .audio,
      .recording, .key, .force, .time, .transcript, .sampleRate, .rate, .source, .sink, .skip,
      .plain, .color,
    ],
    exitCodes: ExitCode.allCases.map { ($0.rawValue, $0.meaning) },
    manual: Manual(PackageResources.chatter_mdoc))
}
