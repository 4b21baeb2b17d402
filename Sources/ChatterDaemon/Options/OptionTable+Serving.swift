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
      "Close a connection whose TLS handshake takes longer."),
    Option(
      .headTimeout, .duration(Bounds.wait), .value("10s"),
      "Close a connection whose request head takes longer, from its first byte to its last."),
    Option(
      .bodyTimeout, .duration(Bounds.wait), .value("2m"),
      "Close a connection whose request body stalls for this long, or is slower than 1 KiB per "
        + "second."),
    Option(
      .idleTimeout, .duration(Bounds.wait), .value("75s"),
      "Close an idle connection on which no request has begun for this long."),
    Option(
      .shutdownTimeout, .duration(Bounds.wait), .value("10s"),
      "Wait this long after SIGTERM or SIGINT for requests in flight to finish."),
  ]

  static let responses: [Option] = [
    Option(
      .listShape, .choice(["arrays", "wrapped"]), .value("arrays"),
      "Send lists as a bare array, or wrapped in an object: {\"chatts\": [...]}."),
    Option(
      .listOrder, .choice(["newest", "oldest"]), .value("newest"),
      "Put the newest or the oldest chatt first."),
    Option(
      .listIDs, .choice(["on", "off"]), .value("on"),
      "Include the chatt's id in each row; off makes rows one element shorter."),
    Option(
      .listRowsMax, .count(1...1_000_000_000), .words("all rows"),
      "Show only the newest rows, at most this many."),
    Option(
      .listMemoryMax, .bytes(0...1_099_511_627_776), .value("256MiB"),
      "Maximum memory for lists: the newest rows and clips are cached, older ones are read from "
        + "the database while they are sent."),
    Option(
      .clipMetadata, .choice(ClipMetadata.allCases.map(\.rawValue)), .value("strip-location"),
      "Overwrite metadata in clips with zeros before storing them: only the location, or all."),
    Option(
      .corsOrigin, .origin, repeatable: true, .words("none"),
      "Let web pages of this origin read and post (CORS); null is the origin of local files."),
    Option(
      .hsts, .durationOrOff(Bounds.maxAge), .value("off"),
      "Send Strict-Transport-Security with this max-age."),
  ]

  static let logging: [Option] = [
    Option(
      .logFormat, .choice(["text", "json"]), .value("text"), verbs: [.serve, .migrate],
      "Write the log to standard error as text, or as one JSON object per line."),
    Option(
      .logLevel, .choice(LogLevel.allCases.map(\.name)), .value("info"), verbs: [.serve, .migrate],
      "Minimum severity to log. Requests are logged at info."),
  ]

  /// The options of `chatterd cert` only.
  static let making: [Option] = [
    Option(
      .certName, flag: "name", .domainName, repeatable: true,
      .words("localhost, unless an address is given"), verbs: [.cert],
      "DNS name that the certificate is for."),
    Option(
      .certAddress, flag: "address", .ipAddress, repeatable: true,
      .words("all addresses of this machine, unless a name is given"), verbs: [.cert],
      "IP address that the certificate is for."),
    Option(
      .certKey, flag: "key", .choice(CertOptions.KeyType.allCases.map(\.rawValue)),
      .value("p256"), verbs: [.cert],
      "Type of key; P-256 signs 15 times faster than RSA 2048."),
    Option(
      .certDays, flag: "days", .count(1...825), .value("825"), verbs: [.cert],
      "Number of days that the certificate is valid; iOS rejects more than 825."),
    Option(
      .certOut, flag: "out", .path, .words("the data directory"), verbs: [.cert],
      "Write chatterd.crt and chatterd.key to this directory."),
    Option(
      .certForce, flag: "force", .toggle, .value("off"), verbs: [.cert],
      "Overwrite an existing key and certificate."),
  ]
}
