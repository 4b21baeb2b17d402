import Chatter

extension OptionTable {
  /// The permitted ranges of durations.
  enum Bounds {
    static let wait = Duration.milliseconds(1)...Duration.seconds(86_400)
    static let timelineAge = Duration.seconds(60)...Duration.seconds(315_360_000)
    static let maxAge = Duration.seconds(1)...Duration.seconds(63_072_000)
  }

  static let deadlines: [Option] = [
    Option(
      .handshakeTimeout, .duration(Bounds.wait), .value("10s"),
      "Ends a connection whose TLS handshake takes longer."),
    Option(
      .headTimeout, .duration(Bounds.wait), .value("10s"),
      "Ends a connection whose request head takes longer from its first byte to its last."),
    Option(
      .bodyTimeout, .duration(Bounds.wait), .value("2m"),
      "Ends a connection whose request body stands still for this long, or comes slower than 1 KiB "
        + "a second."),
    Option(
      .idleTimeout, .duration(Bounds.wait), .value("75s"),
      "Ends a connection on which no request has begun for this long."),
    Option(
      .shutdownTimeout, .duration(Bounds.wait), .value("10s"),
      "Lets requests in flight finish for this long after SIGTERM or SIGINT."),
  ]

  static let answers: [Option] = [
    Option(
      .listShape, .choice(["arrays", "wrapped"]), .value("arrays"),
      "Answers lists as a bare array, or wrapped in an object: {\"chatts\": [...]}."),
    Option(
      .listOrder, .choice(["newest", "oldest"]), .value("newest"),
      "Puts the newest or the oldest chatt first."),
    Option(
      .listIDs, .choice(["on", "off"]), .value("on"),
      "Puts the chatt's id into each row; off makes rows one element shorter."),
    Option(
      .listRowsMax, .count(1...1_000_000_000), .words("all rows"),
      "Show only the newest rows, at most this many."),
    Option(
      .listMemoryMax, .bytes(0...1_099_511_627_776), .value("256MiB"),
      "Hold at most this much of the lists in memory, the newest rows and clips; read older ones from "
        + "the database while they are sent."),
    Option(
      .clipMetadata, .choice(ClipMetadata.allCases.map(\.rawValue)), .value("strip-location"),
      "Overwrite metadata in clips with zeros before storing them: only the location, or all."),
    Option(
      .corsOrigin, .origin, repeatable: true, .words("none"),
      "Let web pages of this origin read and post (CORS); null is the origin of local files."),
    Option(
      .hsts, .durationOrOff(Bounds.maxAge), .value("off"),
      "Sends Strict-Transport-Security with this max-age."),
  ]

  static let logging: [Option] = [
    Option(
      .logFormat, .choice(["text", "json"]), .value("text"), verbs: [.serve, .migrate],
      "Writes the log to standard error as text, or as one JSON object a line."),
    Option(
      .logLevel, .choice(LogLevel.allCases.map(\.name)), .value("info"), verbs: [.serve, .migrate],
      "Leaves out lines less grave than this; the line for each request is info."),
  ]

  /// The options of `chatterd cert` only.
  static let making: [Option] = [
    Option(
      .certName, flag: "name", .domainName, repeatable: true,
      .words("localhost, unless an address is given"), verbs: [.cert],
      "A DNS name that the certificate is for."),
    Option(
      .certAddress, flag: "address", .ipAddress, repeatable: true,
      .words("all addresses of this machine, unless a name is given"), verbs: [.cert],
      "An IP address that the certificate is for."),
    Option(
      .certKey, flag: "key", .choice(CertOptions.KeyType.allCases.map(\.rawValue)),
      .value("p256"), verbs: [.cert],
      "The kind of key; P-256 signs 15 times faster than RSA 2048."),
    Option(
      .certDays, flag: "days", .count(1...825), .value("825"), verbs: [.cert],
      "How long the certificate is valid; iOS refuses more than 825 days."),
    Option(
      .certOut, flag: "out", .path, .words("the data directory"), verbs: [.cert],
      "Writes chatterd.crt and chatterd.key into this directory."),
    Option(
      .certForce, flag: "force", .toggle, .value("off"), verbs: [.cert],
      "Overwrites a key and a certificate that are there."),
  ]
}
