/// What a program can do: the word on the command line that is neither an option nor a value.
public struct Verb: Sendable, Equatable {
  /// The name; empty for what the program does without a verb.
  public let name: String
  /// The operands, as help prints them: with spaces between them, alternatives between bars, and in
  /// brackets, perhaps nested, if they may be missing. The last one may end in `...`: it may be
  /// repeated.
  ///
  /// Words in capitals are placeholders, others are typed as they are: `ID|FILE|latest`. `FILE` and
  /// `VERB` are completed.
  public let operand: String
  /// What the verb does, in one sentence.
  public let meaning: String
  /// Another verb, whose options it accepts too.
  let lender: String?
  /// Whether only the command line sets its options: it uses no variables and no defaults.
  let isLineOnly: Bool
  /// The name in messages.
  public let title: String

  /// Creates a verb. Messages call it by its title, or else by its name; it also accepts the
  /// options of `lender`; with `isLineOnly` it uses no variables and no defaults.
  public init(
    _ name: String, takes operand: String = "", title: String? = nil,
    optionsOf lender: Verb? = nil, isLineOnly: Bool = false, _ meaning: String
  ) {
    (self.name, self.operand, self.meaning) = (name, operand, meaning)
    (self.lender, self.isLineOnly, self.title) = (lender?.name, isLineOnly, title ?? name)
  }

  /// Prints a script for a shell.
  public static let completion = Verb(
    "completion", takes: Shell.allCases.map(\.rawValue).joined(separator: "|"),
    "Print a shell completion script.")
  /// Prints the version.
  public static let version = Verb("version", "Print the version.")

  var operands: [VerbOperand] { operand.split(separator: " ").map { VerbOperand(text: $0) } }
}

/// One operand of a verb: alternatives between bars, in brackets if it may be missing.
struct VerbOperand {
  let text: Substring

  /// The alternatives, without the brackets.
  var alternatives: [String] {
    text.filter { $0 != "[" && $0 != "]" }.split(separator: "|").map(String.init)
  }

  /// The alternatives that are typed as they are.
  var words: [String] { alternatives.filter { $0 != $0.uppercased() } }

  var takesFile: Bool { alternatives.contains("FILE") }
  var takesVerb: Bool { alternatives.contains("VERB") }
  var isOptional: Bool { text.hasPrefix("[") }
  /// Whether any number of operands may be there: `[ID...]`.
  var isRepeatable: Bool { text.filter { $0 != "]" }.hasSuffix("...") }
}
