/// The name of a field; it exists only as a valid token and compares without case (RFC 9110 section
/// 5.1).
public struct FieldName: Sendable {
  /// The name as it was written and will be sent.
  public let text: String

  public init(_ text: String) throws(HeaderFieldError) {
    guard Self.isToken(text) else { throw .notAToken }
    self.text = text
  }

  static func isToken(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy(\.isTokenCharacter)
  }
}

/// A literal that is no token is a mistake in the program, and ends it.
extension FieldName: ExpressibleByStringLiteral {
  public init(stringLiteral text: String) {
    precondition(Self.isToken(text), "a field name is a token")
    self.text = text
  }
}

extension FieldName: Hashable {
  public static func == (left: FieldName, right: FieldName) -> Bool {
    left.text.utf8.count == right.text.utf8.count
      && left.text.utf8.elementsEqual(right.text.utf8) {
        $0.asciiLowercased == $1.asciiLowercased
      }
  }

  public func hash(into hasher: inout Hasher) {
    for byte in text.utf8 { hasher.combine(byte.asciiLowercased) }
  }
}

extension FieldName: CustomStringConvertible {
  public var description: String { text }
}

/// The names that this server speaks of.
extension FieldName {
  public static var accept: FieldName { "Accept" }
  public static var acceptEncoding: FieldName { "Accept-Encoding" }
  public static var accessControlAllowHeaders: FieldName { "Access-Control-Allow-Headers" }
  public static var accessControlAllowMethods: FieldName { "Access-Control-Allow-Methods" }
  public static var accessControlAllowOrigin: FieldName { "Access-Control-Allow-Origin" }
  public static var accessControlMaxAge: FieldName { "Access-Control-Max-Age" }
  public static var accessControlRequestHeaders: FieldName { "Access-Control-Request-Headers" }
  public static var accessControlRequestMethod: FieldName { "Access-Control-Request-Method" }
  public static var allow: FieldName { "Allow" }
  public static var cacheControl: FieldName { "Cache-Control" }
  public static var connection: FieldName { "Connection" }
  public static var contentEncoding: FieldName { "Content-Encoding" }
  public static var contentLength: FieldName { "Content-Length" }
  public static var contentType: FieldName { "Content-Type" }
  public static var date: FieldName { "Date" }
  public static var entityTag: FieldName { "ETag" }
  public static var expect: FieldName { "Expect" }
  public static var host: FieldName { "Host" }
  public static var ifNoneMatch: FieldName { "If-None-Match" }
  public static var location: FieldName { "Location" }
  public static var origin: FieldName { "Origin" }
  public static var retryAfter: FieldName { "Retry-After" }
  public static var server: FieldName { "Server" }
  public static var strictTransportSecurity: FieldName { "Strict-Transport-Security" }
  public static var trailer: FieldName { "Trailer" }
  public static var transferEncoding: FieldName { "Transfer-Encoding" }
  public static var userAgent: FieldName { "User-Agent" }
  public static var vary: FieldName { "Vary" }
}
