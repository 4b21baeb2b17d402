/// The reason that a response is not a list of chatts.
public enum ChattListError: Error, Equatable, Sendable {
  case malformed(JSONError)
  /// The response is JSON, but neither an array nor an object with an array under `chatts`.
  case notAList(JSONKind)
}

extension ChattListError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .malformed(let error): "body is \(error)"
    case .notAList(let kind): "body is \(kind.rawValue), not a list of chatts"
    }
  }
}
