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
    manual: Manual(
      date: "November 22, 2026",
      description: """
        .Nm
        receives short texts and audio clips over HTTPS, stores them in PostgreSQL and
        returns them as lists, pages and live updates.
        Without options it listens on port 8443, runs its own PostgreSQL and generates
        its own certificate.
        .Pp
        .Cm serve
        stops on
        .Dv SIGTERM
        or
        .Dv SIGINT ,
        and reads its certificate, the options of its log, the keys of
        .Fl -jwks
        and the list of
        .Fl -blocked
        again on
        .Dv SIGHUP .
        Started as root, it binds its ports and then switches to the owner of its data.
        """,
      notes: """
        A flag overrides the environment, the environment overrides the file that --config names, \
        and the file overrides the default. An option that has a variable also has a key in the \
        file, its name without the dashes; --config itself has none. Repeatable options may be \
        given several times, or once with several values separated by commas.
        """,
      environment: "An empty variable counts as not set.",
      variables: """
        .It Ev PGHOST , PGHOSTADDR , PGPORT , PGDATABASE , PGSERVICE
        The database, as for
        .Xr psql 1 ,
        if no option names one.
        .It Ev LISTEN_FDS , LISTEN_PID
        Listening sockets that a service manager opened, which replace
        .Fl -listen ;
        see
        .Xr sd_listen_fds 3 .
        .It Ev NOTIFY_SOCKET , WATCHDOG_USEC , WATCHDOG_PID
        The service manager that receives the states of the server; see
        .Xr sd_notify 3
        and
        .Xr sd_watchdog_enabled 3 .
        .It Ev XDG_DATA_HOME
        The parent of the data directory; by default
        .Pa ~/.local/share .
        """,
      files: """
        .It Pa /var/lib/chatterd
        The data directory if root starts the program.
        .It Pa $XDG_DATA_HOME/chatterd
        The data directory of other users.
        .It Pa chatterd.crt , chatterd.key
        In the data directory: the certificate and its private key.
        .It Pa chatterd-ca.crt , chatterd-ca.key
        Beside them: the authority that signed the certificate, which devices trust,
        and its key, which only
        .Cm cert
        needs.
        .It Pa postgresql
        In the data directory: the private database cluster.
        """,
      examples: """
        Serve on this machine:
        .Bd -literal -offset indent
        chatterd serve
        .Ed
        .Pp
        Create a certificate for a name, and serve with a PostgreSQL that exists:
        .Bd -literal -offset indent
        chatterd cert --name chat.example.org --out /etc/chatterd
        chatterd serve --database postgresql://db.example.org/chatter \\
          --certificate /etc/chatterd/chatterd.crt --private-key /etc/chatterd/chatterd.key
        .Ed
        .Pp
        Find out why a server does not start:
        .Bd -literal -offset indent
        sudo chatterd doctor
        .Ed
        .Pp
        Print the maximum memory with these options:
        .Bd -literal -offset indent
        chatterd help limits --connections-max 1000
        .Ed
        """,
      references: """
        .Xr chatter 1 ,
        .Xr psql 1
        """))
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
