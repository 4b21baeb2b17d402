/// A program's verbs and options, and the texts of its manual.
///
/// The parser, help, the manual page, the table in Markdown and the completions come from it.
public struct CommandTable: Sendable {
  /// The version of all programs, their packages and `/v1/server`, which CHANGELOG.md describes.
  public static let version = "0.1.0"

  /// The name of the program.
  public let program: String
  /// What the program is, in a phrase without a full stop.
  let summary: String
  /// The verbs, in the order of help.
  public let verbs: [Verb]
  /// The options, in the order of help.
  public let options: [Option]
  let exitCodes: [(code: Int32, meaning: String)]
  let manual: Manual

  /// Creates a table.
  public init(
    program: String, summary: String, verbs: [Verb], options: [Option],
    exitCodes: [(code: Int32, meaning: String)], manual: Manual
  ) {
    (self.program, self.summary) = (program, summary)
    (self.verbs, self.options) = (verbs, options)
    (self.exitCodes, self.manual) = (exitCodes, manual)
  }

  /// Returns what `help`, `version` or `completion` prints; nil for another verb, and for a topic
  /// of help that the program has itself.
  public func output(of line: ParsedLine) -> String? {
    switch (line.verb.name, line.operand) {
    case ("version", _): "\(program) \(Self.version)\n"
    case ("completion", let shell?):
      Shell(rawValue: shell).map { shell in
        line.completed.isEmpty
          ? completionScript(for: shell) : completion(of: line.completed, in: shell)
      }
    case ("help", nil): help
    case ("help", "manual"): manualPage
    case ("help", "markdown"): markdown
    case ("help", let name?): verbs.first { $0.name == name }.map(help)
    default: nil
    }
  }

  var named: [Verb] { verbs.filter { !$0.name.isEmpty } }

  /// Returns the options of a verb, in the order of the table.
  public func options(of verb: Verb) -> [Option] { options.filter { accepts($0, verb) } }

  func accepts(_ option: Option, _ verb: Verb) -> Bool {
    option.verbs.contains { $0 == verb || $0.name == verb.lender }
  }

  /// The options without a verb: those of the verb without a name, or all.
  var verblessOptions: [Option] {
    verbs.first { $0.name.isEmpty }.map(options) ?? options
  }

  /// Returns the syntax of a command: `chatter post TEXT [OPTION ...]`.
  func usage(of verb: Verb) -> String {
    [program, verb.name, verb.operand, options(of: verb).isEmpty ? "" : "[OPTION ...]"]
      .filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// The start of all variables, such as `CHATTER_`.
  var variablePrefix: String { program.uppercased() + "_" }

  /// Returns the environment variables that set an option, first those with precedence.
  func variables(of option: Option) -> [String] {
    if option.reach == .commandLine { return [] }
    let own = variablePrefix + option.name.uppercased().replacing("-", with: "_")
    return [own] + [option.sharedVariable].compactMap(\.self)
  }

  func verb(named name: String) throws(CommandError) -> Verb {
    if let verb = named.first(where: { $0.name == name }) { return verb }
    let names = named.map(\.name)
    throw CommandError(
      "unknown verb \(CommandError.printable(name))"
        + CommandError.hint(
          NearestName.nearest(to: name, among: names), otherwise: CommandError.list(names)))
  }

  /// Returns the option with a flag; without a verb, any option.
  func option(_ flag: String, of verb: Verb?) throws(CommandError) -> Option {
    if let option = options.first(where: { $0.flag == flag }) {
      guard let verb, !accepts(option, verb) else { return option }
      throw Self.foreign(option, to: verb)
    }
    // Without a verb so far, the option may be one of any verb.
    let candidates = verb.flatMap { $0.name.isEmpty ? nil : options(of: $0) } ?? options
    let nearest = NearestName.nearest(
      to: String(flag.drop { $0 == "-" }), among: candidates.map(\.name))
    throw CommandError(
      "unknown option \(CommandError.printable(flag))"
        + CommandError.hint(
          nearest.map { "--" + $0 },
          otherwise: "see \(program) help; put -- before arguments that begin with a dash"))
  }

  /// Returns the error for an option that belongs to other verbs.
  static func foreign(_ option: Option, to verb: Verb) -> CommandError {
    let owners = CommandError.list(option.verbs.map(\.title), "and")
    return CommandError("\(option.flag) is an option of \(owners), not of \(verb.title)")
  }
}
