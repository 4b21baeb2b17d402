/// The method of a request. Names are case-sensitive, so that `get` and `GET` are different methods
/// (RFC 9110 section 9).
public struct Method: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The token in the request line.
  public let name: String

  public init(_ name: String) {
    self.name = name
  }

  public init(stringLiteral name: String) {
    self.name = name
  }

  public var description: String { name }

  public static var get: Method { "GET" }
  public static var head: Method { "HEAD" }
  public static var post: Method { "POST" }
  public static var delete: Method { "DELETE" }
  public static var connect: Method { "CONNECT" }
  public static var options: Method { "OPTIONS" }
}
