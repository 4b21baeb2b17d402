/// The name of a field, written as a literal. Look-ups ignore its case (RFC 9110 section 5.1).
public struct FieldName: Sendable, ExpressibleByStringLiteral {
  /// The name as written and sent.
  public let text: String
  /// The name in lower case, for look-ups.
  let lowercased: [UInt8]

  /// A literal that is not a token is a programming error and terminates the program.
  public init(stringLiteral text: String) {
    precondition(
      !text.isEmpty && text.utf8.allSatisfy(\.isTokenCharacter), "a field name must be a token")
    self.text = text
    lowercased = text.utf8.map(\.asciiLowercased)
  }
}

/// The field names that this server uses.
extension FieldName {
  public static let accept: FieldName = "Accept"
  public static let acceptEncoding: FieldName = "Accept-Encoding"
  public static let accelBuffering: FieldName = "X-Accel-Buffering"
  public static let acceptRanges: FieldName = "Accept-Ranges"
  public static let accessControlAllowHeaders: FieldName = "Access-Control-Allow-Headers"
  public static let accessControlAllowMethods: FieldName = "Access-Control-Allow-Methods"
  public static let accessControlAllowOrigin: FieldName = "Access-Control-Allow-Origin"
  public static let accessControlExposeHeaders: FieldName = "Access-Control-Expose-Headers"
  public static let accessControlMaxAge: FieldName = "Access-Control-Max-Age"
  public static let accessControlRequestMethod: FieldName = "Access-Control-Request-Method"
  public static let allow: FieldName = "Allow"
  public static let authenticate: FieldName = "WWW-Authenticate"
  public static let authorization: FieldName = "Authorization"
  public static let cacheControl: FieldName = "Cache-Control"
  public static let connection: FieldName = "Connection"
  public static let contentDisposition: FieldName = "Content-Disposition"
  public static let contentEncoding: FieldName = "Content-Encoding"
  public static let contentRange: FieldName = "Content-Range"
  public static let contentSecurityPolicy: FieldName = "Content-Security-Policy"
  public static let contentType: FieldName = "Content-Type"
  public static let contentTypeOptions: FieldName = "X-Content-Type-Options"
  public static let crossOriginOpenerPolicy: FieldName = "Cross-Origin-Opener-Policy"
  public static let date: FieldName = "Date"
  public static let entityTag: FieldName = "ETag"
  public static let host: FieldName = "Host"
  public static let ifMatch: FieldName = "If-Match"
  public static let ifNoneMatch: FieldName = "If-None-Match"
  public static let ifRange: FieldName = "If-Range"
  public static let lastEventID: FieldName = "Last-Event-ID"
  public static let link: FieldName = "Link"
  public static let location: FieldName = "Location"
  public static let origin: FieldName = "Origin"
  public static let permissionsPolicy: FieldName = "Permissions-Policy"
  public static let range: FieldName = "Range"
  public static let referrerPolicy: FieldName = "Referrer-Policy"
  public static let retryAfter: FieldName = "Retry-After"
  public static let server: FieldName = "Server"
  public static let strictTransportSecurity: FieldName = "Strict-Transport-Security"
  public static let userAgent: FieldName = "User-Agent"
  public static let vary: FieldName = "Vary"
}
