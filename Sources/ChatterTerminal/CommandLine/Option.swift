/// One entry of the option table: the flag, its value, its meaning and its default.
struct Option: Sendable {
  let key: OptionKey
  let syntax: ValueSyntax
  /// Describes the default; nil where there is nothing to describe.
  let byDefault: String?
  let verbs: [Verb]
  /// Whether an environment variable is read when the flag is absent.
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

  /// The flag with the name of its value, as help prints it.
  var usage: String { syntax == .toggle ? flag : "\(flag) \(syntax.name)" }

  /// `CHATTER_` and the key in upper case with underscores; nil for an option without a variable.
  var variable: String? {
    hasVariable ? "CHATTER_" + key.rawValue.uppercased().replacing("-", with: "_") : nil
  }
}
