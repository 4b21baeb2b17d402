import Arguments

extension CommandTable {
  static let chatterd = CommandTable(
    program: "chatterd",
    summary: "the Chatter server, over HTTPS and on PostgreSQL",
    verbs: [
      .serve, .cert, .migrate, .delete, .backup, .restore, .verify, .export, .importChatts, .token,
      .doctor, .completion, .help, .version,
    ],
    options: [
      .config, .listen, .admin, .loops, .dataDirectory, .certificate, .privateKey, .database,
      .databaseConnections, .databaseWait, .preparedStatements, .connectionsMax,
      .connectionsPerAddressMax, .headBytesMax, .bodyBytesMax, .requestMemoryMax, .messageBytesMax,
      .rateLimit, .proxyProtocolFrom, .diskReserve, .timelineBytesMax, .timelineFull,
      .timelineAgeMax, .handshakeTimeout, .headTimeout, .bodyTimeout, .idleTimeout,
      .shutdownTimeout, .listShape, .listOrder, .listIDs, .listRowsMax, .listMemoryMax,
      .clipMetadata, .corsOrigin, .hsts, .web, .posting, .reading, .publicURL, .jwks, .tokenIssuer,
      .tokenAudience, .tokenClaim, .blocked, .postWebhook, .logFormat, .logLevel, .certName,
      .certAddress, .certKey, .certDays, .certOut, .certForce, .deleteUsername, .deleteBefore,
      .deleteDryRun, .deleteYes, .tokenExpires, .tokenID, .doctorJSON, .doctorFilesOnly,
    ],
    exitCodes: ExitCode.allCases.map { ($0.rawValue, $0.meaning) },
    manual: Manual(PackageResources.chatterd_mdoc))
}

extension Verb {
  static let serve = Verb(
    "serve",
    "Serve the calls and the web page over HTTPS, with a private database unless one is named.")
  static let cert = Verb(
    "cert", takes: "[show|qr [ADDRESS]]",
    "Create a private key and a certificate that browsers and phones accept, and the authority "
      + "that signs it; or show which clients would refuse the one that there is, with the exit "
      + "code of doctor; or print ADDRESS, by default the server's, as a QR code.")
  static let migrate = Verb(
    "migrate", takes: "up|status",
    "Update the database schema, or print which migrations are applied.")
  static let delete = Verb(
    "delete", takes: "[ID...]",
    "Delete the chatts that meet all conditions: these ids, --username, --before.")
  static let token = Verb(
    "token", takes: "add|list|revoke [NAME]",
    "Issue an access token to the user NAME and print it once, with a link and a QR code that sign "
      + "its holder in; list all tokens, or revoke those of a user.")
  static let doctor = Verb(
    "doctor", optionsOf: .serve,
    "Examine everything that serve needs, without starting or changing anything, and name each "
      + "fault and its cure.")
  static let backup = Verb(
    "backup", takes: "FILE|-",
    "Write a consistent backup of the database to a file or to standard output, while servers run.")
  static let restore = Verb(
    "restore", takes: "FILE",
    "Fill an empty database from a backup, completely or not at all.")
  static let verify = Verb(
    "verify", takes: "[FILE]",
    "Check each byte of a backup, restore it into a private PostgreSQL in TMPDIR or /var/tmp and "
      + "check each row there; or check each row of the database.")
  static let export = Verb(
    "export", takes: "DIRECTORY",
    "Write all chatts as lines of JSON, and their clips as files, for use elsewhere.")
  static let importChatts = Verb(
    "import", takes: "DIRECTORY|FILE.csv",
    "Store the chatts of an export, or of a table as PostgreSQL writes it with csv header, with "
      + "their ids and times; skips those that are there already.")
  static let help = Verb(
    "help", takes: "[VERB|manual|markdown|limits|faults]", optionsOf: .serve,
    "Print this help, the help of one verb, the manual page, all options as Markdown, a server's "
      + "memory limits with the options of serve, or all faults of doctor as Markdown.")
}
