/// A command line, split into the verb, its operand and its options.
public struct ParsedLine: Equatable, Sendable {
  public private(set) var verb: Verb
  public private(set) var operand: String?
  /// The values of each option that is given, by name and in order.
  private(set) var flags: [String: [String]] = [:]
  /// The words to complete, which are not parsed, for `completion SHELL -- WORD ...`.
  private(set) var completed: [String] = []

  static let helpFlags = ["--help", "-h"]
  static let versionFlag = "--version"

  /// Parses the words after the program's name. Options come before or after the verb; a word `--`
  /// ends them. A line with `--help` is parsed as `help` and its verb.
  public init(_ words: [String], of table: CommandTable) throws(CommandError) {
    var words = words
    if words.first == Self.versionFlag { words[0] = Verb.version.name }
    if words.count > 3, words[0] == Verb.completion.name, words[2] == "--" {
      (verb, completed) = (.completion, Array(words[3...]))
      operand = try Self.operand([words[1]], of: .completion, table)
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
    operand = try Self.operand(operands, of: verb, table)
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

  private static func operand(
    _ operands: [String], of verb: Verb, _ table: CommandTable
  ) throws(CommandError) -> String? {
    let operandsMax = verb.operand.isEmpty ? 0 : 1
    if operands.count > operandsMax {
      let word = CommandError.printable(operands[operandsMax])
      throw CommandError("unexpected argument \(word) after \(verb.title)")
    }
    guard let operand = operands.first else {
      if verb.isOperandOptional { return nil }
      throw CommandError("\(verb.name) needs \(verb.operand)")
    }
    if verb.words == verb.alternatives, !verb.words.contains(operand) {
      let value = SourcedValue(text: operand, origin: .flag(verb.name))
      throw .wrongValue(value, of: .choice(verb.words))
    }
    if verb.takesVerb, !verb.words.contains(operand) { _ = try table.verb(named: operand) }
    return operand
  }
}
