/// The reason why a response counts as a failure.
public enum ResponseError: Error, Equatable, CustomStringConvertible {
  /// The response is not HTTP, or its framing is broken.
  case malformed(String)
  /// A status other than that of a correct response.
  case status(Int)
  /// The body is not the expected one.
  case wrongBody(String)
  /// Bytes that belong to no request.
  case unexpectedBytes
  /// The peer closed the stream or the connection.
  case ended(String)

  public var description: String {
    switch self {
    case .malformed(let what): "malformed: \(what)"
    case .status(let code): "status \(code)"
    case .wrongBody(let what): "wrong body: \(what)"
    case .unexpectedBytes: "unexpected bytes"
    case .ended(let how): "ended: \(how)"
    }
  }
}
