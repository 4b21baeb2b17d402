/// A sentence for the person, and what does what it asks for.
struct Notice: Equatable, Sendable {
  /// A key on a screen, a word in lines.
  struct Remedy: Equatable, Sendable {
    var key: String
    var word: String
  }

  var text: String
  var isError = false
  var remedy: Remedy?

  /// At the foot of the screen.
  var onScreen: String { remedy.map { "\(text): \($0.key)" } ?? text }

  /// As a line.
  var inLines: String {
    (isError ? "Error: " : "") + (remedy.map { "\(text): say \($0.word)." } ?? text)
  }
}
