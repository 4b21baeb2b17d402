/// One row of the option table: the names of an option, its meaning and its default.
struct Option: Sendable {
  /// The default of an option.
  enum Default: Sendable, Equatable {
    /// A value in the option's own syntax.
    case value(String)
    /// A description of the default; the typed value of the option is optional.
    case words(String)
  }

  let key: OptionKey
  /// The flag without its dashes.
  let name: String
  let syntax: ValueSyntax
  let isRepeatable: Bool
  let byDefault: Default
  let verbs: [Verb]
  /// An environment variable shared with other programs, used if the option's own is not set.
  let sharedVariable: String?
  /// The description, in one sentence without the default.
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

  /// The flag with the name of its value, for help.
  var usage: String { syntax == .toggle ? flag : "\(flag) \(syntax.name)" }

  /// `CHATTERD_` followed by the key in capitals with underscores.
  var environmentVariable: String {
    Self.variablePrefix + key.rawValue.uppercased().split(separator: "-").joined(separator: "_")
  }

  /// The key in the configuration file; nil for the path of the file itself.
  var fileKey: String? { key == .config ? nil : key.rawValue }

  var defaultText: String {
    switch byDefault {
    case .value(let text), .words(let text): text
    }
  }

  static let variablePrefix = "CHATTERD_"
}
