/// The method of a request. Names are case-sensitive, so that `get` and `GET` are different methods
/// (RFC 9110 section 9, RFC 5789).
public enum Method: Hashable, Sendable {
  case get
  case head
  case post
  case put
  case delete
  case connect
  case options
  case trace
  case patch
  case other(String)

  public init(_ name: String) {
    switch name {
    case "GET": self = .get
    case "HEAD": self = .head
    case "POST": self = .post
    case "PUT": self = .put
    case "DELETE": self = .delete
    case "CONNECT": self = .connect
    case "OPTIONS": self = .options
    case "TRACE": self = .trace
    case "PATCH": self = .patch
    default: self = .other(name)
    }
  }

  /// The token in the request line.
  public var name: String {
    switch self {
    case .get: "GET"
    case .head: "HEAD"
    case .post: "POST"
    case .put: "PUT"
    case .delete: "DELETE"
    case .connect: "CONNECT"
    case .options: "OPTIONS"
    case .trace: "TRACE"
    case .patch: "PATCH"
    case .other(let name): name
    }
  }
}

extension Method: CustomStringConvertible {
  public var description: String { name }
}
