/// Why an answer counts as a failure.
public enum ResponseError: Error, Equatable, CustomStringConvertible {
  /// It is not HTTP, or its framing is broken.
  case malformed(String)
  /// Another status than 200.
  case status(Int)
  /// The content is not what it must be.
  case wrongContent(String)
  /// Bytes that nobody asked for.
  case unexpectedBytes
  /// The peer ended the stream or the connection.
  case ended(String)

  public var description: String {
    switch self {
    case .malformed(let what): "malformed: \(what)"
    case .status(let code): "status \(code)"
    case .wrongContent(let what): "wrong content: \(what)"
    case .unexpectedBytes: "bytes that nobody asked for"
    case .ended(let how): "ended: \(how)"
    }
  }
}
