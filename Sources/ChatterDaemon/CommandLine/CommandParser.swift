import Program

/// Parses the arguments, the environment and the configuration file into one checked command.
struct CommandParser: Sendable {
  let environment: LaunchEnvironment

  /// Parses the arguments after the program's name.
  func parse(_ arguments: [String]) throws(CommandError) -> Command {
    guard let first = arguments.first else { throw .missingVerb }
    let rest = Array(arguments.dropFirst())
    if Self.asksForHelp(first) { return .help(.program) }
    if first == "--version" { return .version }
    guard let verb = Verb(rawValue: first) else { throw Self.noVerb(first) }
    if verb != .help, rest.contains(where: Self.asksForHelp) { return .help(.verb(verb)) }

    let line = try FlagParser.parse(rest, of: verb)
    switch verb {
    case .help where rest.first == "limits":
      return .help(.limits(try servedConfiguration(Array(rest.dropFirst()))))
    case .help:
      return .help(try Self.topic(rest))
    case .version:
      try refuse(line.positionals, of: verb)
      return .version
    case .serve:
      try refuse(line.positionals, of: verb)
      return .serve(try Configuration(try values(line, of: verb), environment))
    case .cert:
      try refuse(line.positionals, of: verb)
      return .cert(try CertOptions(try values(line, of: verb), environment))
    case .migrate:
      let isUp = try Self.migrateIsUp(line.positionals)
      let options = try MigrateOptions(try values(line, of: verb), environment)
      return isUp ? .migrateUp(options) : .migrateStatus(options)
    }
  }

  /// Returns the configuration that `serve` would use with these arguments.
  private func servedConfiguration(_ arguments: [String]) throws(CommandError) -> Configuration {
    let line = try FlagParser.parse(arguments, of: .serve)
    try refuse(line.positionals, of: .help)
    return try Configuration(try values(line, of: .serve), environment)
  }

  private func values(
    _ line: FlagParser.Result, of verb: Verb
  ) throws(CommandError) -> OptionValues {
    try OptionValues(verb: verb, flags: line.flags, environment: environment)
  }

  private func refuse(_ positionals: [String], of verb: Verb) throws(CommandError) {
    if let unexpected = positionals.first {
      throw .unexpectedArgument(unexpected, verb: verb)
    }
  }

  private static func asksForHelp(_ argument: String) -> Bool {
    argument == "--help" || argument == "-h"
  }

  private static func noVerb(_ argument: String) -> CommandError {
    guard argument.hasPrefix("-") else {
      return .unknownVerb(
        argument, nearest: NearestName.nearest(to: argument, among: Verb.allCases.map(\.rawValue)))
    }
    let flag = argument.prefix { $0 != "=" }
    return OptionTable.all.contains { $0.flag == flag }
      ? .missingVerb : FlagParser.unknown(String(flag), among: OptionTable.all)
  }

  private static func topic(_ arguments: [String]) throws(CommandError) -> HelpTopic {
    guard let first = arguments.first, !asksForHelp(first) else { return .program }
    if arguments.count > 1 { throw .unexpectedArgument(arguments[1], verb: .help) }
    if first == "--markdown" { return .markdown }
    guard let verb = Verb(rawValue: first) else { throw noVerb(first) }
    return .verb(verb)
  }

  private static func migrateIsUp(_ positionals: [String]) throws(CommandError) -> Bool {
    let actions = ["up", "status"]
    guard let action = positionals.first else {
      throw .missingAction(.migrate, actions: actions)
    }
    guard actions.contains(action) else {
      let nearest = NearestName.nearest(to: action, among: actions)
      throw .unknownAction(.migrate, action, actions: actions, nearest: nearest)
    }
    if positionals.count > 1 {
      throw .unexpectedArgument(positionals[1], verb: .migrate)
    }
    return action == "up"
  }
}
