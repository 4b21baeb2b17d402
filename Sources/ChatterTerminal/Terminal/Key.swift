/// A key press, or a paste.
enum Key: Equatable, Sendable {
  /// A character of text; combining marks arrive separately.
  case text(Unicode.Scalar)
  /// A letter with the control key, `a`...`z`.
  case control(Unicode.Scalar)
  /// A character with the alt key.
  case alt(Unicode.Scalar)
  /// Pasted text, as the terminal marks it; never interpreted as keys.
  case paste(String)
  case function(Int)
  case enter, tab, backTab, escape, backspace, delete, insert
  case up, down, left, right, home, end, pageUp, pageDown

  /// Whether the key is text to insert.
  var isText: Bool {
    switch self {
    case .text, .paste: true
    default: false
    }
  }
}
