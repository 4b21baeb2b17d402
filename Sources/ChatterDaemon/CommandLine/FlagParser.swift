import Program

/// Separates flags, their values and other arguments. The forms are `--flag value`, `--flag=value`,
/// and `--` before arguments that begin with a dash.
enum FlagParser {
  /// The arguments of one verb, in order.
  struct Result: Equatable {
    var flags: [Flag] = []
    var positionals: [String] = []
  }

  /// One flag on the command line.
  struct Flag: Equatable {
    let key: OptionKey
    let value: String
  }

  static func parse(_ arguments: [String], of verb: Verb) throws(CommandError) -> Result {
    var result = Result()
    guard verb != .help else { return result }
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument == "--" {
        result.positionals += rest
        break
      }
      guard argument.hasPrefix("-"), argument != "-" else {
        result.positionals.append(argument)
        continue
      }
      let name = String(argument.prefix { $0 != "=" })
      let option = try option(name, of: verb)
      if name.utf8.count < argument.utf8.count {
        let value = String(argument.dropFirst(name.count + 1))
        result.flags.append(Flag(key: option.key, value: value))
      } else if option.syntax == .toggle {
        result.flags.append(Flag(key: option.key, value: "on"))
      } else if let value = rest.first, !value.hasPrefix("--") {
        result.flags.append(Flag(key: option.key, value: value))
        rest.removeFirst()
      } else {
        throw .missingValue(flag: option.flag, expected: option.syntax.expectation)
      }
    }
    return result
  }

  /// Returns the error for a flag that is not in the table, with the most similar one that is.
  static func unknown(_ flag: String, among options: [Option]) -> CommandError {
    let bare = String(flag.drop { $0 == "-" })
    let nearest = NearestName.nearest(to: bare, among: options.map(\.name))
    return .unknownOption(flag, nearest: nearest.map { "--" + $0 })
  }

  private static func option(_ flag: String, of verb: Verb) throws(CommandError) -> Option {
    let namesakes = OptionTable.all.filter { $0.flag == flag }
    if let option = namesakes.first(where: { $0.verbs.contains(verb) }) { return option }
    if let others = namesakes.first?.verbs {
      throw .optionOfOtherVerb(flag: flag, verb: verb, others: others)
    }
    throw unknown(flag, among: verb.options)
  }
}
