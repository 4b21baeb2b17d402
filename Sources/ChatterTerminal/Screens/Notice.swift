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
  var onScreen: String { remedy.map { "\(text): \($0.key)" } ?? text }

  /// The message as a line of the plain front end.
  var inLines: String {
    (isError ? "Error: " : "") + (remedy.map { "\(text): type \($0.command)." } ?? text)
  }
}
