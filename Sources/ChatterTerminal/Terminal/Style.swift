/// The appearance of a cell, apart from its text.
struct Style: Equatable, Hashable, Sendable {
  enum Color: Equatable, Hashable, Sendable {
    case normal, blue, red, green, gray
  }

  var color = Color.normal
  var isBold = false
  var isReversed = false
  /// Whether it has the background of every second row.
  var isAlternate = false

  static let plain = Style()
  static let bold = Style(isBold: true)
  static let reversed = Style(isReversed: true)
}
