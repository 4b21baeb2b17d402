/// A shell for which a completion script is available.
public enum Shell: String, CaseIterable, Sendable {
  case bash
  case zsh
  case fish
}

/// What a shell can offer for the last word of a command line, up to the cursor.
struct Completion {
  /// The kinds of file names, as `compgen -A` calls them.
  enum FileKind: String {
    case file
    case directory
  }

  /// The words that fit, with the meanings of verbs and options.
  private(set) var words: [(text: String, meaning: String)] = []
  /// The file names that fit too, after a prefix of the word.
  private(set) var files: (kind: FileKind, prefix: String)?

  private let table: CommandTable
  private let word: String
  private let earlier: [String]

  /// Completes the last of the words after the program's name.
  init(of typed: [String], _ table: CommandTable) {
    (self.table, word, earlier) = (table, typed.last ?? "", typed.dropLast())
    if let equals = word.firstIndex(of: "="), let option = option(in: word) {
      addValues(of: option, after: String(word[...equals]))
    } else if let option = earlier.last.flatMap(option), option.flag == earlier.last,
      option.syntax != .toggle
    {
      addValues(of: option, after: "")
    } else {
      addArguments()
    }
    words.removeAll { [word] in !$0.text.hasPrefix(word) }
  }

  /// Returns the option whose flag is in a word, with its value or without.
  private func option(in word: String) -> Option? {
    let flag = word.prefix { $0 != "=" }
    return table.options.first { $0.flag == flag }
  }

  private mutating func addValues(of option: Option, after prefix: String) {
    let syntax = option.syntax
    if syntax.takesFileAfterPrefix, word.hasPrefix(prefix + "file:") {
      files = (.file, prefix + "file:")
      return
    }
    words = syntax.words.map { (prefix + $0, "") }
    if syntax == .directory { files = (.directory, prefix) }
    if syntax.takesFile { files = (.file, prefix) }
  }

  /// Adds verbs or operands, and options; nothing that the parser would reject.
  private mutating func addArguments() {
    let isOption = word.hasPrefix("-")
    let options: [Option]?
    if let place = ParsedLine.verbPlace(in: earlier, table) {
      guard let verb = table.named.first(where: { $0.name == earlier[place] }) else { return }
      if !isOption { addOperands(of: verb, after: earlier[(place + 1)...]) }
      options = earlier.contains("--") ? nil : table.options(of: verb)
    } else {
      let flags = earlier.filter { $0.hasPrefix("-") && !ParsedLine.helpFlags.contains($0) }
      let given = flags.compactMap(option)
      guard given.count == flags.count else { return }
      func accepts(_ options: [Option]) -> Bool {
        given.allSatisfy { option in options.contains { $0.name == option.name } }
      }
      words =
        isOption
        ? earlier.isEmpty ? [(ParsedLine.versionFlag, Verb.version.meaning)] : []
        : table.named.filter { accepts(table.options(of: $0)) }.map { ($0.name, $0.meaning) }
      options = accepts(table.verblessOptions) ? table.verblessOptions : nil
    }
    guard let options, isOption || words.isEmpty && files == nil else { return }
    words += options.map { ($0.flag, $0.meaning) }
    words.append((ParsedLine.helpFlags[0], CommandTable.commonFlags[0].meaning))
  }

  private mutating func addOperands(of verb: Verb, after earlier: ArraySlice<String>) {
    let operands = verb.operands.dropFirst(ParsedLine.operandCount(in: earlier, table))
    guard let operand = operands.first else { return }
    if operand.takesVerb { words = table.named.map { ($0.name, $0.meaning) } }
    words += operand.words.map { ($0, "") }
    if operand.takesFile { files = (.file, "") }
  }
}
