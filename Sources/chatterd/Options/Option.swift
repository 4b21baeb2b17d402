/// One line of the option table: how an option is given, what it means and what it is by default.
struct Option: Sendable {
  /// What holds when the option is not given.
  enum Default: Sendable, Equatable {
    /// A value in the option's own syntax.
    case value(String)
    /// Words about what is taken then; the option is optional to the code.
    case words(String)
  }

  let key: OptionKey
  /// The flag without its dashes.
  let name: String
  let syntax: ValueSyntax
  let isRepeatable: Bool
  let byDefault: Default
  let verbs: [Verb]
  /// An environment variable that other programs know too, asked after the option's own.
  let sharedVariable: String?
  /// One sentence, without the default.
  let meaning: String

  init(
    _ key: OptionKey, flag: String? = nil, _ syntax: ValueSyntax, repeatable: Bool = false,
    _ byDefault: Default, verbs: [Verb] = [.serve], sharedVariable: String? = nil,
    _ meaning: String
  ) {
    self.key = key
    self.name = flag ?? key.rawValue
    self.syntax = syntax
    self.isRepeatable = repeatable
    self.byDefault = byDefault
    self.verbs = verbs
    self.sharedVariable = sharedVariable
    self.meaning = meaning
  }

  var flag: String { "--" + name }

  /// The flag with the name of its value, as help shows it.
  var usage: String { syntax == .toggle ? flag : "\(flag) \(syntax.name)" }

  /// `CHATTERD_` and the key in capitals with underscores.
  var environmentVariable: String {
    Self.variablePrefix + key.rawValue.uppercased().split(separator: "-").joined(separator: "_")
  }

  /// The key of a line in the configuration file; the file's own place cannot stand in it.
  var fileKey: String? { key == .config ? nil : key.rawValue }

  var defaultText: String {
    switch byDefault {
    case .value(let text), .words(let text): text
    }
  }

  static let variablePrefix = "CHATTERD_"
}
