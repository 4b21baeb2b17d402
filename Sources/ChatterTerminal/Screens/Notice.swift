/// A message for the person, and how to act on it.
struct Notice: Equatable, Sendable {
  var text: String
  var isError = false
  /// The key that acts on it on the screen; nil if there is nothing to do.
  var key: String?
  /// The command that acts on it in the plain front end.
  var command: String?

  var onScreen: String { key.map { "\(text): \($0)" } ?? sentence }

  /// The message as a line of the plain front end.
  var inLines: String {
    (isError ? "Error: " : "") + (command.map { "\(text): type \($0)." } ?? sentence)
  }

  /// The text with a capital letter and a full stop: errors of libraries begin small and end bare.
  /// The first word stays if it may be a name, such as that of a host.
  private var sentence: String {
    let word = text.prefix { !$0.isWhitespace }
    let begin =
      word.allSatisfy { $0.isLowercase || $0 == "'" }
      ? text.prefix(1).uppercased() : String(text.prefix(1))
    let isClosed = text.last.map { ".!?:".contains($0) } ?? true
    return begin + text.dropFirst() + (isClosed ? "" : ".")
  }
}
