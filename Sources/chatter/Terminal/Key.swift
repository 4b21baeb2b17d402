/// What a person did at the keyboard.
enum Key: Equatable, Sendable {
  /// A character that is text; combining marks come by themselves.
  case text(Unicode.Scalar)
  /// A letter with the control key, `a`...`z`.
  case control(Unicode.Scalar)
  /// A character with the alt key.
  case alt(Unicode.Scalar)
  /// What a terminal says was pasted: never taken for keys.
  case paste(String)
  case function(Int)
  case enter, tab, backTab, escape, backspace, delete, insert
  case up, down, left, right, home, end, pageUp, pageDown

  /// Whether it is something to be written.
  var isText: Bool {
    switch self {
    case .text, .paste: true
    default: false
    }
  }
}
