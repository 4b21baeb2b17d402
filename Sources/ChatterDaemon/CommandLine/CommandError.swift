import Program

/// Why a command line, an environment or a configuration file is invalid.
///
/// Each description is one printable line. It quotes the input, truncated and escaped, but never
/// the value of an option that may contain a password.
enum CommandError: Error, Equatable {
  case missingVerb
  case unknownVerb(String, nearest: String?)
  case missingAction(Verb, actions: [String])
  case unknownAction(Verb, String, actions: [String], nearest: String?)
  case unexpectedArgument(String, verb: Verb)
  case unknownOption(String, nearest: String?)
  case optionOfOtherVerb(flag: String, verb: Verb, others: [Verb])
  case missingValue(flag: String, expected: String)
  case wrongValue(OptionOrigin, value: String?, expected: String, nearest: String?)
  case overLimit(OptionOrigin, value: String, limit: OptionOrigin, limitValue: String)
  case missingPartner(of: OptionOrigin, flag: String)
  case contradiction(OptionOrigin, OptionOrigin)
  case homeUnknown
  case unreadableFile(path: String, reason: FileError)
  case malformedLine(path: String, line: Int, reason: ConfigurationFile.Malformation)
  case unknownKey(path: String, line: Int, key: String, nearest: String?)
  case repeatedKey(path: String, line: Int, key: String, first: Int)

  /// 2 for errors on the command line, 78 for errors in a file or the environment.
  var exitCode: ExitCode {
    switch self {
    case .missingVerb, .unknownVerb, .missingAction, .unknownAction, .unexpectedArgument,
      .unknownOption, .optionOfOtherVerb, .missingValue:
      .usage
    case .wrongValue(let origin, _, _, _), .missingPartner(let origin, _):
      origin.exitCode
    case .overLimit(let one, _, let other, _), .contradiction(let one, let other):
      one.rank >= other.rank ? one.exitCode : other.exitCode
    case .homeUnknown, .unreadableFile, .malformedLine, .unknownKey, .repeatedKey:
      .configuration
    }
  }
}
