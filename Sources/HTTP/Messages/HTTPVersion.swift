/// The version of HTTP that a request uses.
public enum HTTPVersion: Int, Hashable, Sendable, Comparable {
  case http10 = 10
  case http11 = 11
  case http2 = 20

  public static func < (left: HTTPVersion, right: HTTPVersion) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// The form for the log: `HTTP/1.1`.
extension HTTPVersion: CustomStringConvertible {
  public var description: String {
    switch self {
    case .http10: "HTTP/1.0"
    case .http11: "HTTP/1.1"
    case .http2: "HTTP/2"
    }
  }
}
