/// One line of the option table: how an option is given, what it means and what it is by default.
struct Option: Sendable {
  let key: OptionKey
  let syntax: ValueSyntax
  /// Words about what holds when it is not given; nil where there is nothing to say.
  let byDefault: String?
  let verbs: [Verb]
  /// Whether an environment variable is asked when there is no flag.
  let hasVariable: Bool
  /// One sentence, without the default.
  let meaning: String

  init(
    _ key: OptionKey, _ syntax: ValueSyntax, _ byDefault: String? = nil, verbs: [Verb],
    variable: Bool = false, _ meaning: String
  ) {
    self.key = key
    self.syntax = syntax
    self.byDefault = byDefault
    self.verbs = verbs
    self.hasVariable = variable
    self.meaning = meaning
  }

  var flag: String { "--" + key.rawValue }

  /// The flag with the name of its value, as help shows it.
  var usage: String { syntax == .toggle ? flag : "\(flag) \(syntax.name)" }

  /// `CHATTER_` and the key in capitals with underscores.
  var variable: String? {
    hasVariable ? "CHATTER_" + key.rawValue.uppercased().replacing("-", with: "_") : nil
  }
}
