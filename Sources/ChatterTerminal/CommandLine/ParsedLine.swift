import Program

/// A command line, split into the verb, its arguments and its options.
struct ParsedLine: Equatable, Sendable {
  var verb: Verb
  var arguments: [String] = []
  /// The option values; the last one counts if an option is given twice.
  var values: [OptionKey: String] = [:]
  var wantsHelp = false

  private static let helpFlags = ["--help", "-h"]
  private static let versionFlag = "--version"

  /// The flags that belong to no verb and are therefore not in the table: their names and meaning.
  static let flags = [
    (names: helpFlags, meaning: "Print the help of the given verb, or of all verbs."),
    (names: [versionFlag], meaning: "Print the version; must be the only argument."),
  ]

  /// Parses the words after the program's name; a word `--` ends the options.
  init(_ words: [String]) throws(CommandError) {
    var words = words
    verb = .frontEnd
    if words.first == Self.versionFlag {
      verb = .version
      words.removeFirst()
    } else if let place = Self.verbPlace(in: words) {
      verb = try Self.verb(words.remove(at: place))
    }
    var rest = words[...]
    while let word = rest.popFirst() {
      if word == "--" {
        arguments += rest
        break
      }
      if Self.helpFlags.contains(word) {
        wantsHelp = true
      } else if word.hasPrefix("--") {
        try take(option: word, from: &rest)
      } else if word.hasPrefix("-"), word != "-" {
        throw .unknownOption(word, nearest: nil)
      } else {
        arguments.append(word)
      }
    }
    if !wantsHelp { try checkArguments() }
  }

  /// Returns the index of the verb: the first word that is neither an option nor an option value.
  ///
  /// Nil if there is no such word, or if an unknown option precedes it; parsing then reports the
  /// option.
  private static func verbPlace(in words: [String]) -> Int? {
    var index = 0
    while index < words.count {
      let word = words[index]
      guard word.hasPrefix("-"), word != "-" else { return index }
      if !helpFlags.contains(word) {
        let flag = word.prefix { $0 != "=" }
        guard let option = OptionTable.all.first(where: { $0.flag == flag }) else { return nil }
        let takesNext = option.syntax != .toggle && flag.utf8.count == word.utf8.count
        if takesNext, index + 1 < words.count, !words[index + 1].hasPrefix("--") { index += 1 }
      }
      index += 1
    }
    return nil
  }

  private mutating func take(
    option word: String, from rest: inout ArraySlice<String>
  ) throws(CommandError) {
    let flag = String(word.prefix { $0 != "=" })
    let option = try Self.option(flag, of: verb)
    let joined = word.utf8.count > flag.utf8.count ? String(word.dropFirst(flag.count + 1)) : nil
    if option.syntax == .toggle {
      guard joined == nil else { throw .unexpectedValue(flag: flag) }
      values[option.key] = "on"
    } else if let joined {
      values[option.key] = joined
    } else if let next = rest.first, !next.hasPrefix("--") {
      values[option.key] = next
      rest.removeFirst()
    } else {
      throw .missingValue(flag: flag, expected: option.syntax.expectation)
    }
  }

  private func checkArguments() throws(CommandError) {
    if arguments.count < verb.argumentCount.lowerBound { throw .missingArgument(verb) }
    if arguments.count > verb.argumentCount.upperBound {
      throw .unexpectedArgument(arguments[verb.argumentCount.upperBound], verb)
    }
  }

  private static func verb(_ word: String) throws(CommandError) -> Verb {
    if let verb = Verb.named.first(where: { $0.rawValue == word }) { return verb }
    let names = Verb.named.map(\.rawValue)
    throw .unknownVerb(word, nearest: NearestName.nearest(to: word, among: names))
  }

  private static func option(_ flag: String, of verb: Verb) throws(CommandError) -> Option {
    if let option = OptionTable.all.first(where: { $0.flag == flag }) {
      if option.verbs.contains(verb) { return option }
      throw .optionOfOtherVerb(flag: flag, verb, others: option.verbs)
    }
    // Without a verb so far, the option may be one of any verb.
    let options = verb == .frontEnd ? OptionTable.all : verb.options
    let names = options.map(\.key.rawValue)
    let nearest = NearestName.nearest(to: String(flag.dropFirst(2)), among: names)
    throw .unknownOption(flag, nearest: nearest.map { "--" + $0 })
  }
}
