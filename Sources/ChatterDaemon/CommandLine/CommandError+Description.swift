extension CommandError: CustomStringConvertible {
  var description: String {
    switch self {
    case .missingVerb:
      "no verb given: use \(Self.list(Self.verbs)) (see chatterd help)"
    case .unknownVerb(let name, let nearest):
      "unknown verb \(Self.shown(name))" + Self.hint(nearest, otherwise: Self.list(Self.verbs))
    case .missingAction(let verb, let actions):
      "\(verb.rawValue) needs an action: \(Self.list(actions))"
    case .unknownAction(let verb, let name, let actions, let nearest):
      "\(verb.rawValue) has no action \(Self.shown(name))"
        + Self.hint(nearest, otherwise: Self.list(actions))
    case .unexpectedArgument(let argument, let verb):
      "unexpected argument \(Self.shown(argument)) after \(verb.rawValue)"
    case .unknownOption(let flag, let nearest):
      "unknown option \(Self.shown(flag))" + Self.hint(nearest, otherwise: "see chatterd help")
    case .optionOfOtherVerb(let flag, let verb, let others):
      "\(flag) is an option of \(Self.list(others.map(\.rawValue), "and")), not of \(verb.rawValue)"
    case .missingValue(let flag, let expected):
      "\(flag) needs a value: \(expected)"
    case .wrongValue(let origin, let value?, let expected, let nearest):
      "\(origin): expected \(expected), not \(LogEscape.quoted(value))" + Self.hint(nearest)
    case .wrongValue(let origin, nil, let expected, _):
      "\(origin): expected \(expected)"
    case .overLimit(let origin, let value, let limit, let limitValue):
      "\(origin): \(value) exceeds \(limitValue), the value of \(limit)"
    case .missingPartner(let origin, let flag):
      "\(origin): also requires \(flag)"
    case .contradiction(let one, let other):
      "\(one) and \(other) conflict: use only one of them"
    case .homeUnknown:
      "no home directory for the data directory: set --data-dir"
    case .unreadableFile(let path, let reason):
      "\(Self.shown(path)): \(reason)"
    case .malformedLine(let path, let line, let reason):
      "\(Self.shown(path)):\(line): \(reason.rawValue)"
    case .unknownKey(let path, let line, let key, let nearest):
      "\(Self.shown(path)):\(line): unknown key \(Self.shown(key))" + Self.hint(nearest)
    case .repeatedKey(let path, let line, let key, let first):
      "\(Self.shown(path)):\(line): \(key) is already set on line \(first)"
    }
  }

  private static let verbs = Verb.allCases.map(\.rawValue)

  private static func shown(_ text: String) -> String { LogEscape.printable(text) }

  private static func hint(_ nearest: String?, otherwise words: String? = nil) -> String {
    if let nearest { return ": did you mean \(nearest)?" }
    return words.map { ": \($0)" } ?? ""
  }

  /// Joins names into `a, b or c`.
  private static func list(_ names: [String], _ conjunction: String = "or") -> String {
    guard let last = names.last, names.count > 1 else { return names.first ?? "" }
    return names.dropLast().joined(separator: ", ") + " \(conjunction) \(last)"
  }
}
