/// An error in the command line, the environment or the settings.
///
/// Each description is one printable line; unprintable characters from the command line are
/// replaced.
enum CommandError: Error, Equatable {
  case noTerminal
  case notUTF8
  case unknownVerb(String, nearest: String?)
  case missingArgument(Verb)
  case unexpectedArgument(String, Verb)
  case unknownOption(String, nearest: String?)
  case optionOfOtherVerb(flag: String, Verb, others: [Verb])
  case missingValue(flag: String, expected: String)
  case unexpectedValue(flag: String)
  case wrongValue(String, value: String, expected: String, nearest: String?)
  case contradiction(String, String)
  case missingPartner(of: String, flag: String)
  /// A recording until Enter whose standard input cannot deliver one.
  case noInputForEnter
  case noServer
  case noUsername
  case settings(SettingsError)

  /// 2 for an error in the command line, 78 for missing or invalid configuration.
  var exitCode: ExitCode {
    switch self {
    case .noServer, .noUsername, .settings: .configuration
    default: .usage
    }
  }
}

extension CommandError: CustomStringConvertible {
  var description: String {
    switch self {
    case .noTerminal:
      "standard input or output is not a terminal: give a verb (see chatter help), or --plain"
    case .notUTF8: "an argument is not valid UTF-8: use a UTF-8 locale"
    case .unknownVerb(let name, let nearest):
      "unknown verb \(Self.shown(name))"
        + Self.hint(nearest, otherwise: Verb.named.map(\.rawValue).joined(separator: ", "))
    case .missingArgument(let verb):
      "\(verb.rawValue) needs \(verb.arguments)"
    case .unexpectedArgument(let argument, let verb):
      "unexpected argument \(Self.shown(argument)) after \(verb.title)"
    case .unknownOption(let flag, let nearest):
      "unknown option \(Self.shown(flag))"
        + Self.hint(
          nearest, otherwise: "see chatter help; put -- before arguments that begin with a dash"
        )
    case .optionOfOtherVerb(let flag, let verb, let others):
      "\(flag) is an option of \(others.map(\.title).joined(separator: ", ")), not of \(verb.title)"
    case .missingValue(let flag, let expected):
      "\(flag) needs a value: \(expected)"
    case .unexpectedValue(let flag):
      "\(flag) takes no value"
    case .wrongValue(let origin, let value, let expected, let nearest):
      "\(origin): expected \(expected), not \"\(Self.shown(value))\"" + Self.hint(nearest)
    case .contradiction(let one, let other):
      "\(one) and \(other) cannot be combined: give only one of them"
    case .missingPartner(let flag, let other):
      "\(flag) requires \(other)"
    case .noInputForEnter:
      "standard input cannot deliver Enter to end the recording: give --for TIME"
    case .noServer:
      "no server configured: run chatter server URL once, or give --server URL"
    case .noUsername:
      "no username configured: give --username NAME"
    case .settings(let error):
      "\(error)"
    }
  }

  private static func shown(_ text: String) -> String {
    let line = Printable.line(text)
    return line.count > 100 ? line.prefix(100) + "..." : line
  }

  private static func hint(_ nearest: String?, otherwise words: String? = nil) -> String {
    if let nearest { return ": did you mean \(nearest)?" }
    return words.map { ": \($0)" } ?? ""
  }
}
