/// Every option of the program. Parsing, help and the table in docs/options.md are derived from it.
enum OptionTable {
  static let all: [Option] =
    place + certificates + database + limits + storage + deadlines + answers + logging + making

  /// The option with a key; every key has one.
  static subscript(key: OptionKey) -> Option {
    guard let option = byKey[key] else { fatalError("no option for the key \(key)") }
    return option
  }

  private static let byKey = Dictionary(uniqueKeysWithValues: all.map { ($0.key, $0) })
  private static let working: [Verb] = [.serve, .cert, .migrate]

  private static let place: [Option] = [
    Option(
      .config, .path, .words("none"), verbs: working,
      "Reads options from this file: lines of key = value, and comments that begin with #."),
    Option(
      .listen, .address, repeatable: true, .value("[::]:8443"),
      "Accepts connections at this address and port; [::] is every address, IPv4 too."),
    Option(
      .loops, .count(1...1024), .words("the number of cores"),
      "Runs this many event loops, each on a thread of its own."),
    Option(
      .dataDirectory, .path,
      .words("/var/lib/chatterd for root, else chatterd in the XDG data home"), verbs: working,
      "Keeps the private database cluster and the certificate that chatterd made in here."),
  ]

  private static let certificates: [Option] = [
    Option(
      .certificate, .path, .words("chatterd.crt in the data directory, made when missing"),
      verbs: [.serve, .cert],
      "The certificate and its chain, in PEM; cert writes it, serve reads it."),
    Option(
      .privateKey, .path, .words("chatterd.key in the data directory, made when missing"),
      verbs: [.serve, .cert],
      "The private key of the certificate, in PEM; cert writes it, serve reads it."),
  ]

  private static let database: [Option] = [
    Option(
      .database, .database, .words("the PG* environment if it names a server, else private"),
      verbs: [.serve, .migrate], sharedVariable: "DATABASE_URL",
      "The PostgreSQL database, as libpq names it; private is a cluster of chatterd's own."),
    Option(
      .databaseConnections, .count(1...1000), .value("8"),
      "Opens at most so many connections to the database, or three a loop if more, and one to listen."
    ),
    Option(
      .databaseWait, .duration(Bounds.wait), .value("2s"), verbs: [.serve, .migrate],
      "Waits this long for a connection to the database, then answers 503."),
    Option(
      .preparedStatements, .choice(["on", "off"]), .value("on"), verbs: [.serve, .migrate],
      "Names prepared statements, unless a pooler is met; off is for one that hides itself."),
  ]

  private static let limits: [Option] = [
    Option(
      .connectionsMax, .count(1...1_000_000), .value("10000"),
      "Keeps at most this many connections; others wait in the kernel's queue."),
    Option(
      .connectionsPerAddressMax, .count(1...1_000_000), .value("1024"),
      "Keeps at most this many connections from one address, never more than --connections-max."),
    Option(
      .headBytesMax, .bytes(1024...1_048_576), .value("32KiB"),
      "Refuses a longer request head (431), never more than --body-bytes-max."),
    Option(
      .bodyBytesMax, .bytes(1024...1_073_741_824), .value("32MiB"),
      "Refuses a longer request body (413)."),
    Option(
      .requestMemoryMax, .bytes(1_048_576...1_099_511_627_776), .value("512MiB"),
      "Hold at most this many bytes of request bodies and HTTP/2 requests, an eighth of it for one "
        + "address, and never less than four times --body-bytes-max; beyond it, the slowest and "
        + "largest bodies get 503."),
    Option(
      .messageBytesMax, .bytes(1...16_777_216), .value("64KiB"),
      "Refuses a longer message (422), never more than --body-bytes-max."),
    Option(
      .rateLimit, .rate(max: 1_000_000), .value("10"),
      "Refuse more than this many posts a second from one address, or 128 KiB of content for each "
        + "(429); bursts of 20 seconds' worth pass; fractions are allowed; 0 is no limit."),
    Option(
      .proxyProtocolFrom, .addressPrefix, repeatable: true, .words("none"),
      "Expect a PROXY protocol header (version 1 or 2) on each connection from these addresses, and "
        + "take the client's address from it for limits and the log."),
  ]
}
