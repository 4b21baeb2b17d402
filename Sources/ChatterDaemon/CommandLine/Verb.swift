/// A command of the program: its first argument.
enum Verb: String, CaseIterable, Sendable {
  case serve
  case cert
  case migrate
  case version
  case help

  /// The syntax of the arguments after the verb.
  var arguments: String {
    switch self {
    case .serve, .cert: "[OPTION ...]"
    case .migrate: "up|status [OPTION ...]"
    case .version: ""
    case .help: "[VERB | --markdown | limits [OPTION ...]]"
    }
  }

  /// The description of the verb, in one sentence.
  var meaning: String {
    switch self {
    case .serve: "Serve the four calls over HTTPS, with a private database unless one is named."
    case .cert: "Create a private key and a self-signed certificate that phones accept."
    case .migrate: "Update the database schema, or print which migrations are applied."
    case .version: "Print the version."
    case .help:
      "Print this help, one verb's options, all options as Markdown, or a server's memory limits."
    }
  }

  /// The options of this verb, in the order of the table.
  var options: [Option] {
    OptionTable.all.filter { $0.verbs.contains(self) }
  }
}
