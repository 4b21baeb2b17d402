/// Why a command line, an environment or a configuration file is invalid, and how to fix it.
public struct CommandError: Error, Equatable, CustomStringConvertible {
  /// One printable line. It never contains the value of an option that may have a password.
  public let description: String
  /// Whether the command line is wrong (exit code 2), and not the environment or a file (78).
  public let isUsage: Bool

  /// Creates an error with its text.
  public init(_ description: String, isUsage: Bool = true) {
    (self.description, self.isUsage) = (description, isUsage)
  }

  /// Arguments that are not UTF-8. Reading them lossily would run another command than was typed.
  public static let notUTF8 = CommandError("an argument is not valid UTF-8: use a UTF-8 locale")

  /// Two options that exclude each other.
  public static func contradiction(_ one: OptionOrigin, _ other: OptionOrigin) -> CommandError {
    CommandError(
      "\(one) and \(other) conflict: use only one of them",
      isUsage: one.isFlag || other.isFlag)
  }

  /// An option without another one that it requires.
  public static func missingPartner(of origin: OptionOrigin, _ partner: String) -> CommandError {
    CommandError("\(origin) requires \(partner)", isUsage: origin.isFlag)
  }

  /// A value that its option or operand does not accept.
  public static func wrongValue(_ value: SourcedValue, of syntax: ValueSyntax) -> CommandError {
    let start = "\(value.origin): expected \(syntax.expectation)"
    let isUsage = value.origin.isFlag
    if syntax.isSecret { return CommandError(start, isUsage: isUsage) }
    let nearest = NearestName.nearest(to: value.text, among: syntax.words)
    return CommandError(
      "\(start), not \"\(printable(value.text))\"" + hint(nearest), isUsage: isUsage)
  }

  /// Returns `: did you mean X?`, or the other advice if no name is near.
  static func hint(_ nearest: String?, otherwise advice: String? = nil) -> String {
    if let nearest { return ": did you mean \(nearest)?" }
    return advice.map { ": \($0)" } ?? ""
  }

  /// Joins names into `a, b or c`.
  static func list(_ names: [String], _ conjunction: String = "or") -> String {
    guard let last = names.last, names.count > 1 else { return names.first ?? "" }
    return names.dropLast().joined(separator: ", ") + " \(conjunction) \(last)"
  }

  /// Returns external text on one line: truncated, and with escapes for quotes, backslashes and
  /// everything that a terminal does not show as itself.
  static func printable(_ text: String) -> String {
    var line = ""
    for scalar in text.unicodeScalars.prefix(256) {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned:
        line += scalar.escaped(asASCII: true)
      default:
        if scalar == "\"" || scalar == "\\" { line += "\\" }
        line.unicodeScalars.append(scalar)
      }
    }
    return text.unicodeScalars.count > 256 ? line + "…" : line
  }
}
