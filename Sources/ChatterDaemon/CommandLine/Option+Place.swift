import Arguments

// Where chatterd listens, and where its files and its database are.
extension Option {
  /// The verbs that use the database, besides serve.
  static let stored: [Verb] = [
    .migrate, .delete, .backup, .restore, .verify, .export, .importChatts, .token,
  ]
  private static let working = [.serve, .cert] + stored

  /// Creates an option that the environment and the configuration file can set too.
  static func setting(
    _ name: String, _ syntax: ValueSyntax, repeatable: Bool = false, _ byDefault: Default,
    of verbs: [Verb] = [.serve], sharedVariable: String? = nil, _ meaning: String
  ) -> Option {
    Option(
      name, syntax, repeatable: repeatable, byDefault, of: verbs, reach: .file,
      sharedVariable: sharedVariable, meaning)
  }

  static let config = Option(
    "config", .file, .words("none"), of: working, reach: .environment,
    "Read options from this file: lines of key = value, and comments that begin with #.")
  static let listen = setting(
    "listen", .address, repeatable: true, .value("[::]:8443"), of: [.serve, .token],
    "Listen on this address and port; [::] is every address, including IPv4.")
  static let admin = setting(
    "admin", .adminAddress, .words("none"),
    "Serve /metrics and the operators' page /admin on this address, without TLS; a port alone is "
      + "for this machine only.")
  static let loops = setting(
    "loops", .number(1...1024), .words("the number of cores"),
    "Number of event loops, each on its own thread.")
  static let dataDirectory = setting(
    "data-dir", .directory,
    .words("/var/lib/chatterd for root, else chatterd in the XDG data home"), of: working,
    "Directory for the private database cluster and the certificate that chatterd creates.")

  static let certificate = setting(
    "certificate", .file, .words("chatterd.crt in the data directory, created if missing"),
    of: [.serve, .cert, .token],
    "Certificate file with its chain, in PEM; cert writes it, serve reads it.")
  static let privateKey = setting(
    "private-key", .file, .words("chatterd.key in the data directory, created if missing"),
    of: [.serve, .cert, .token],
    "Private key file of the certificate, in PEM; cert writes it, serve reads it.")

  static let database = setting(
    "database", .database,
    .words(
      "private if --data-dir is on the command line, else the PG* environment if it names a server, "
        + "else private"),
    of: [.serve] + stored, sharedVariable: "DATABASE_URL",
    "PostgreSQL database, as a libpq connection string; private is chatterd's own cluster. A --data-dir "
      + "on the command line comes before DATABASE_URL and the PG* environment; one in the "
      + "configuration file does not.")
  static let databaseConnections = setting(
    "database-connections", .number(1...1000), .value("8"),
    "Maximum number of database connections, shared by all loops (at least three per loop), plus "
      + "two for LISTEN and migrations.")
  static let databaseWait = setting(
    "database-wait", .duration(waits), .value("2s"),
    of: [.serve] + stored,
    "Wait this long for a database connection before responding with 503.")
  static let preparedStatements = setting(
    "prepared-statements", .choice(["on", "off"]), .value("on"), of: [.serve] + stored,
    "Use named prepared statements. Disabled automatically behind a pooler; set to off if yours "
      + "is not detected.")
}

extension ValueSyntax {
  static let address = text(
    "ADDRESS", "an address such as 8443, [::]:8443, 0.0.0.0:8443 or localhost:8443")
  static let adminAddress = text(
    "ADDRESS", "a port such as 9464, or an address such as localhost:9464 or [::1]:9464")
  static let database = text(
    "DATABASE", "postgresql://..., libpq key=value pairs, or private",
    words: [DatabaseChoice.privateValue], isSecret: true)
  static let origin = text(
    "ORIGIN", "an origin such as https://chatter.example.org, without a path")
  static let domainName = text("NAME", "a DNS name such as chatter.example.org")
  static let ipAddress = text("IP", "an IP address such as 192.0.2.1 or 2001:db8::1")
  static let addressPrefix = text(
    "ADDRESS/PREFIX", "addresses such as 192.0.2.1, 192.0.2.0/24 or 2001:db8::/32")
  static let postsPerSecondMax = 1_000_000
  static let rate = text(
    "RATE", "a number of posts per second such as 5 or 0.5, at most \(postsPerSecondMax)")
}
