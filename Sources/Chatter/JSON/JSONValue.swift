/// What a scanner says of a value.
enum JSONValue: Equatable {
  case null
  case text(JSONText)
  /// Skipped.
  case other(JSONKind)

  var kind: JSONKind {
    switch self {
    case .null: .null
    case .text: .text
    case .other(let kind): kind
    }
  }
}
