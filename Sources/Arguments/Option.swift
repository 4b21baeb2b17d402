/// An option of a program: its name, its value, its default and its meaning.
public struct Option: Sendable {
  /// The default of an option.
  public enum Default: Sendable, Equatable {
    /// A value in the option's own syntax.
    case value(String)
    /// The description of a default that is not a fixed value.
    case words(String)

    public var text: String {
      switch self {
      case .value(let text), .words(let text): text
      }
    }
  }

  /// The places that can set an option; each includes those before it.
  public enum Reach: Int, Sendable {
    /// The command line alone: for a one-time act.
    case commandLine
    /// A variable of the environment as well.
    case environment
    /// The configuration file as well.
    case file
  }

  /// The flag without its dashes, and the key in a configuration file.
  public let name: String
  public let syntax: ValueSyntax
  public let isRepeatable: Bool
  public let byDefault: Default?
  public let verbs: [Verb]
  public let reach: Reach
  /// An environment variable shared with other programs, used if the option's own is not set.
  let sharedVariable: String?
  /// The description, in one sentence without the default.
  public let meaning: String

  /// Creates an option.
  public init(
    _ name: String, _ syntax: ValueSyntax, repeatable: Bool = false, _ byDefault: Default? = nil,
    of verbs: [Verb], reach: Reach = .commandLine, sharedVariable: String? = nil,
    _ meaning: String
  ) {
    (self.name, self.syntax, self.byDefault, self.verbs) = (name, syntax, byDefault, verbs)
    (self.isRepeatable, self.reach, self.meaning) = (repeatable, reach, meaning)
    self.sharedVariable = sharedVariable
  }

  /// The name with its dashes.
  public var flag: String { "--" + name }

  /// The flag with the placeholder of its value, for help.
  var usage: String { syntax == .toggle ? flag : "\(flag) \(syntax.name)" }
}
