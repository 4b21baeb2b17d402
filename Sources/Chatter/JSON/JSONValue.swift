/// A value as the scanner returns it.
enum JSONValue: Equatable {
  case null
  case text(JSONText)
  /// A value that was skipped, by its kind.
  case other(JSONKind)

  var kind: JSONKind {
    switch self {
    case .null: .null
    case .text: .text
    case .other(let kind): kind
    }
  }
}
