/// A command line, split into the verb, its operand and its options.
public struct ParsedLine: Equatable, Sendable {
  public private(set) var verb: Verb
  public private(set) var operands: [String] = []
  /// The values of each option that is given, by name and in order.
  private(set) var flags: [String: [String]] = [:]
  /// The words to complete, which are not parsed, for `completion SHELL -- WORD ...`.
  private(set) var completed: [String] = []

  /// The first operand; nil if there is none.
  public var operand: String? { operands.first }

  /// Returns whether an option is on the command line.
  public func isGiven(_ option: Option) -> Bool { flags[option.name] != nil }

  /// Returns the words of a line with the same verb and options, and other operands.
  public func words(of table: CommandTable, operands: [String]) -> [String] {
    let options = table.options.flatMap { option in
      (flags[option.name] ?? []).map { value in
        option.syntax == .toggle ? option.flag : "\(option.flag)=\(value)"
      }
    }
    return [verb.name] + options + ["--"] + operands
  }

  static let helpFlags = ["--help", "-h"]
  static let versionFlag = "--version"

  /// Parses the words after the program's name. Options come before or after the verb; a word `--`
  /// ends them. A line with `--help` is parsed as `help` and its verb.
  public init(_ words: [String], of table: CommandTable) throws(CommandError) {
    var words = words
    if words.first == Self.versionFlag { words[0] = Verb.version.name }
    if words.count > 3, words[0] == Verb.completion.name, words[2] == "--" {
      (verb, completed) = (.completion, Array(words[3...]))
      operands = try Self.operands([words[1]], of: .completion, table)
      return
    }
    var verb = table.verbs.first { $0.name.isEmpty }
    if let place = Self.verbPlace(in: words, table) {
      verb = try table.verb(named: words.remove(at: place))
    }
    var operands: [String] = []
    var asksForHelp = false
    var rest = words[...]
    while let word = rest.popFirst() {
      if word == "--" {
        operands += rest
        break
      }
      if Self.helpFlags.contains(word) {
        asksForHelp = true
      } else if word.hasPrefix("-"), word != "-" {
        let option = try table.option(String(word.prefix { $0 != "=" }), of: verb)
        flags[option.name, default: []].append(try Self.value(of: option, in: word, &rest))
      } else {
        operands.append(word)
      }
    }
    if asksForHelp {
      operands = [verb?.name ?? ""].filter { !$0.isEmpty }
      (verb, flags) = (try table.verb(named: "help"), [:])
    }
    guard let verb else {
      let names = CommandError.list(table.named.map(\.name))
      throw CommandError("no verb given: use \(names) (see \(table.program) help)")
    }
    self.verb = verb
    self.operands = try Self.operands(operands, of: verb, table)
    // A topic that needs no options has none.
    if verb.lender != nil, table.output(of: self) != nil,
      let option = table.options.first(where: { flags[$0.name] != nil })
    {
      throw CommandTable.foreign(option, to: verb)
    }
  }

  /// Returns the index of the verb: the first word that is neither an option nor an option's value.
  ///
  /// Nil if there is no such word, or if an unknown option precedes it; parsing then reports the
  /// option.
  static func verbPlace(in words: [String], _ table: CommandTable) -> Int? {
    var index = 0
    while index < words.count {
      let word = words[index]
      guard word.hasPrefix("-"), word != "-" else { return index }
      if !helpFlags.contains(word) {
        let flag = word.prefix { $0 != "=" }
        guard let option = table.options.first(where: { $0.flag == flag }) else { return nil }
        let takesNext = option.syntax != .toggle && flag.utf8.count == word.utf8.count
        if takesNext, index + 1 < words.count, !words[index + 1].hasPrefix("--") { index += 1 }
      }
      index += 1
    }
    return nil
  }

  private static func value(
    of option: Option, in word: String, _ rest: inout ArraySlice<String>
  ) throws(CommandError) -> String {
    let joined = word.utf8.firstIndex(of: UInt8(ascii: "=")).map { word[$0...].dropFirst() }
    if option.syntax == .toggle {
      if joined != nil { throw CommandError("\(option.flag) takes no value") }
      return "on"
    }
    if let joined { return String(joined) }
    guard let next = rest.first, !next.hasPrefix("--") else {
      throw CommandError("\(option.flag) needs a value: \(option.syntax.expectation)")
    }
    rest.removeFirst()
    return next
  }

  static func operandCount(in words: ArraySlice<String>, _ table: CommandTable) -> Int {
    let end = words.firstIndex(of: "--")
    var count = end.map { words.endIndex - $0 - 1 } ?? 0
    var rest = Array(words[..<(end ?? words.endIndex)])
    while let place = verbPlace(in: rest, table) {
      count += 1
      rest.removeFirst(place + 1)
    }
    return count
  }

  private static func operands(
    _ operands: [String], of verb: Verb, _ table: CommandTable
  ) throws(CommandError) -> [String] {
    let expected = verb.operands
    if operands.count > expected.count, expected.last?.isRepeatable != true {
      let word = CommandError.printable(operands[expected.count])
      throw CommandError("unexpected argument \(word) after \(verb.title)")
    }
    if let missing = expected.dropFirst(operands.count).first(where: { !$0.isOptional }) {
      throw CommandError("\(verb.name) needs \(missing.text)")
    }
    for (operand, syntax) in zip(operands, expected) {
      if syntax.words == syntax.alternatives, !syntax.words.contains(operand) {
        let value = SourcedValue(text: operand, origin: .flag(verb.name))
        throw .wrongValue(value, of: .choice(syntax.words))
      }
      if syntax.takesVerb, !syntax.words.contains(operand) { _ = try table.verb(named: operand) }
    }
    return operands
  }
}
