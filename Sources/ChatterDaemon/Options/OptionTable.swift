/// Every option of the program. Parsing, help and the table in docs/options.md are derived from it.
enum OptionTable {
  static let all: [Option] =
    place + certificates + database + limits + storage + deadlines + responses + logging + making

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
      "Read options from this file: lines of key = value, and comments that begin with #."),
    Option(
      .listen, .address, repeatable: true, .value("[::]:8443"),
      "Listen on this address and port; [::] is every address, including IPv4."),
    Option(
      .loops, .count(1...1024), .words("the number of cores"),
      "Number of event loops, each on its own thread."),
    Option(
      .dataDirectory, .path,
      .words("/var/lib/chatterd for root, else chatterd in the XDG data home"), verbs: working,
      "Directory for the private database cluster and the certificate that chatterd creates."),
  ]

  private static let certificates: [Option] = [
    Option(
      .certificate, .path, .words("chatterd.crt in the data directory, created if missing"),
      verbs: [.serve, .cert],
      "Certificate file with its chain, in PEM; cert writes it, serve reads it."),
    Option(
      .privateKey, .path, .words("chatterd.key in the data directory, created if missing"),
      verbs: [.serve, .cert],
      "Private key file of the certificate, in PEM; cert writes it, serve reads it."),
  ]

  private static let database: [Option] = [
    Option(
      .database, .database, .words("the PG* environment if it names a server, else private"),
      verbs: [.serve, .migrate], sharedVariable: "DATABASE_URL",
      "PostgreSQL database, as a libpq connection string; private is chatterd's own cluster."),
    Option(
      .databaseConnections, .count(1...1000), .value("8"),
      "Maximum number of database connections, shared by all loops (at least three per loop), plus "
        + "one for LISTEN."),
    Option(
      .databaseWait, .duration(Bounds.wait), .value("2s"), verbs: [.serve, .migrate],
      "Wait this long for a database connection before responding with 503."),
    Option(
      .preparedStatements, .choice(["on", "off"]), .value("on"), verbs: [.serve, .migrate],
      "Use named prepared statements. Disabled automatically behind a pooler; set to off if yours "
        + "is not detected."),
  ]

  private static let limits: [Option] = [
    Option(
      .connectionsMax, .count(1...1_000_000), .value("10000"),
      "Maximum number of connections; further ones wait in the kernel's queue."),
    Option(
      .connectionsPerAddressMax, .count(1...1_000_000), .value("1024"),
      "Maximum number of connections from one address, never more than --connections-max."),
    Option(
      .headBytesMax, .bytes(1024...1_048_576), .value("32KiB"),
      "Maximum size of a request head (431 beyond it), never more than --body-bytes-max."),
    Option(
      .bodyBytesMax, .bytes(1024...1_073_741_824), .value("32MiB"),
      "Maximum size of a request body (413 beyond it)."),
    Option(
      .requestMemoryMax, .bytes(1_048_576...1_099_511_627_776), .value("512MiB"),
      "Maximum memory for request bodies and HTTP/2 requests, an eighth of it for one address, and "
        + "never less than four times --body-bytes-max; beyond it, the slowest and largest bodies "
        + "get 503."),
    Option(
      .messageBytesMax, .bytes(1...16_777_216), .value("64KiB"),
      "Maximum size of a message (422 beyond it), never more than --body-bytes-max."),
    Option(
      .rateLimit, .rate(max: 1_000_000), .value("10"),
      "Maximum number of posts per second from one address, and 128 KiB of body per second for "
        + "each of them (429 beyond it). Bursts of 20 seconds' worth pass. Fractions are allowed; "
        + "0 means no limit."),
    Option(
      .proxyProtocolFrom, .addressPrefix, repeatable: true, .words("none"),
      "Expect a PROXY protocol header (version 1 or 2) on each connection from these addresses, and "
        + "take the client's address from it for limits and the log."),
  ]
}
