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
      .server, .trust, .pin, .fingerprint, .token, .username, .follow, .every, .json, .all, .audio,
      .recording, .key, .force, .time, .transcript, .sampleRate, .rate, .source, .sink, .skip,
      .plain, .color,
    ],
    exitCodes: ExitCode.allCases.map { ($0.rawValue, $0.meaning) },
    manual: Manual(
      date: "November 24, 2026", description: manualDescription,
      environment: manualEnvironment, variables: manualVariables, files: manualFiles,
      exits: manualExits, examples: manualExamples,
      references: """
        .Xr chatterd 1 ,
        .Xr curl 1 ,
        .Xr gst-launch-1.0 1
        """))

  private static let manualDescription = """
    .Nm
    is a client for Chatter servers; it connects over HTTPS.
    Without a verb, in a terminal, it runs the front end: a timeline that refreshes
    itself, a line to write in, a record button and a player;
    .Ic \\&?
    lists the keys.
    With
    .Fl -plain
    it reads commands and prints lines, for screen readers;
    .Ic help
    lists the commands.
    When input is piped, each clip finishes before the next one starts and before
    the program exits; a failed post that did not succeed later sets the exit
    status.
    .Pp
    The verbs are for the shell and for scripts:
    they print results to standard output
    and everything else to standard error; progress appears only on a terminal.
    Options may come before or after the verb.
    Arguments that begin with a dash must follow
    .Fl - ,
    which ends the options.
    .Pp
    .Cm server
    connects before it saves.
    If no authority of the system has signed the certificate, it prints the names,
    the end of validity and the SHA-256 fingerprint of the certificate, and asks
    whether to trust it; compare the fingerprint with the one that
    .Nm chatterd Cm cert
    printed.
    Without a terminal,
    .Fl -fingerprint
    or
    .Fl -trust
    confirms the certificate.
    .Pp
    .Cm sign-in
    reads a token of a server that is closed to strangers: at the terminal without
    showing it, else from standard input.
    It connects before it saves; from then on
    .Nm
    sends the token, and posts under its username.
    .Cm server Ar URL Fl -token Cm -
    does both at once.
    Other users can see the arguments of a program:
    .Fl -token
    with a token itself is for machines that nobody else uses.
    .Pp
    With
    .Fl -transcript ,
    speech is recognised while it is recorded, by
    .Pa chatter-transcribe ,
    which must be beside
    .Nm
    or in
    .Ev PATH .
    The front end shows the text while it grows, and makes it the message unless one
    has been written;
    .Cm record
    prints it at the end.
    """

  private static let manualEnvironment = """
    A variable gives the value of an option that is not on the command line;
    an empty variable counts as not set.
    The verb
    .Cm server
    ignores the variables: it saves only what is on its command line.
    .Ev CHATTER_TRUST
    and
    .Ev CHATTER_PIN
    apply to the server in
    .Ev CHATTER_SERVER ,
    or, if that is not set, to any server; so does
    .Ev CHATTER_TOKEN .
    """

  private static let manualVariables = """
    .It Ev NO_COLOR
    If set, turns off colour, unless
    .Fl -color Cm always
    is given.
    .It Ev LC_ALL , LC_CTYPE , LANG
    Whether the terminal shows UTF-8; otherwise only ASCII is used.
    .It Ev TERM , COLORTERM
    The colours of the terminal; if
    .Ev TERM
    is
    .Cm dumb
    or not set, the front end prints lines as with
    .Fl -plain .
    .It Ev https_proxy , no_proxy
    A proxy, as for
    .Xr curl 1 .
    """

  private static let manualFiles = """
    .It Pa $XDG_CONFIG_HOME/chatter/\(SettingsFile.name)
    The settings saved by
    .Nm Cm server ,
    and the token saved by
    .Nm Cm sign-in
    or
    .Cm server ;
    by default under
    .Pa ~/.config .
    Only their user can read the file.
    .It Pa $XDG_CONFIG_HOME/chatter/HOST:PORT.crt
    A server certificate that was confirmed with
    .Nm Cm server .
    .It Pa $XDG_RUNTIME_DIR/chatter-PID-*.m4a
    A recording of the front end or of
    .Nm Cm post
    until it is posted or discarded; under
    .Ev TMPDIR
    or
    .Pa /tmp
    if that directory does not exist.
    If the program was killed or could not post it, the file stays,
    and the front end offers it when it starts again.
    .It Pa $XDG_STATE_HOME/chatter/memos/
    The memos of the front end, each a clip and a file with its title;
    by default under
    .Pa ~/.local/state .
    .It Pa $XDG_STATE_HOME/chatter/delete-tokens
    The tokens with which
    .Nm Cm delete
    and the front end delete the messages that were posted from here;
    by default under
    .Pa ~/.local/state .
    .It Pa $XDG_STATE_HOME/chatter/unsent-*
    Recordings and texts that had not been
    posted when a signal or the end of the terminal ended the front end,
    which offers them when it starts again;
    by default under
    .Pa ~/.local/state .
    """

  private static let manualExits = """
    A list that exceeds 256 MiB with its clips, of a server that has no pages,
    is retrieved without them, and
    .Cm list
    reports it; for
    .Cm list Fl -json ,
    .Cm play ,
    .Cm save
    and
    .Cm queue
    this is an error (\(ExitCode.data.rawValue)).
    .Pp
    If the reader of standard output closes it early, a verb ends by
    .Dv SIGPIPE ,
    like other programs in a pipeline.
    """

  private static let manualExamples = """
    Save a server on this machine, and post a message:
    .Bd -literal -offset indent
    chatter server localhost:8443 --trust certs/chatterd-ca.crt
    chatter post 'Good morning' --record --for 5s
    chatter play latest
    chatter save latest morning.m4a
    .Ed
    .Pp
    Print all messages of one user, for a script:
    .Bd -literal -offset indent
    chatter list --json | jq -r 'select(.username == "ann") | .message'
    .Ed
    """
}
