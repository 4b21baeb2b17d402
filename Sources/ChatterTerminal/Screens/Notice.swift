/// A message for the person, and how to act on it.
struct Notice: Equatable, Sendable {
  /// The action: a key on the screen, a command in the plain front end.
  struct Remedy: Equatable, Sendable {
    var key: String
    var command: String
  }

  var text: String
  var isError = false
  var remedy: Remedy?

  /// The message at the bottom of the screen.
  var onScreen: String { remedy.map { "\(text): \($0.key)" } ?? sentence }

  /// The message as a line of the plain front end.
  var inLines: String {
    (isError ? "Error: " : "") + (remedy.map { "\(text): type \($0.command)." } ?? sentence)
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
