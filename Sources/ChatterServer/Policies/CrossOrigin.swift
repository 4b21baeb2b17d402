internal import HTTP

/// The origins whose pages may read responses in a browser (Fetch standard, CORS protocol).
public struct CrossOrigin: Sendable {
  /// How long a browser may cache the response to a preflight request.
  private static let preflightAge = Duration.seconds(600)

  /// The fields of requests and responses of `/v1` that pages may send and read, besides those that
  /// the Fetch standard always permits.
  private static let requestFields: FieldValue =
    """
    Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, If-Range, \
    Last-Event-ID, Range
    """
  private static let responseFields: FieldValue =
    "Accept-Ranges, Content-Disposition, Content-Range, ETag, Link, Location, Retry-After"

  private let origins: Set<String>

  /// - Parameter origins: origins as browsers send them, such as `https://chat.example`.
  public init(origins: [String]) {
    self.origins = Set(origins.map { $0.lowercased() })
  }

  /// Whether pages of an origin may read and post.
  public func permits(_ origin: String) -> Bool { origins.contains(origin.lowercased()) }

  /// Whether this is a preflight request, which a browser sends before a request across origins.
  func isPreflight(_ request: Request) -> Bool {
    request.method == .options && request.fields.contains(.origin)
      && request.fields.contains(.accessControlRequestMethod)
  }

  /// Whether a page of this request's origin may post: the server's own and the listed ones may. A
  /// request without `Origin` does not come from a web page (Fetch standard, section 3.2).
  func permitsPost(_ request: Request) -> Bool {
    guard request.fields.contains(.origin) else { return true }
    let own = request.authority.map { Self.withoutImpliedPort("https://" + $0.lowercased()) }
    return request.fields.values(of: .origin).allSatisfy { origin in
      let origin = origin.lowercased()
      return origins.contains(origin) || Self.withoutImpliedPort(origin) == own
    }
  }

  private static func withoutImpliedPort(_ origin: String) -> String {
    origin.hasSuffix(":443") ? String(origin.dropLast(4)) : origin
  }

  /// Adds the fields to a response that let a page of this request's origin read it.
  func permit(_ response: inout Response, to request: Request) {
    guard !origins.isEmpty else { return }
    // A cache must not serve the response for one origin to another.
    response.fields.append(.vary, "Origin")
    guard let origin = request.fields[.origin], let value = try? FieldValue(origin),
      origins.contains(origin.lowercased())
    else { return }
    response.fields.set(.accessControlAllowOrigin, value)
    let isV1 = Endpoint.isV1(request.path)
    if isV1 { response.fields.set(.accessControlExposeHeaders, Self.responseFields) }
    if isPreflight(request) {
      response.fields.set(
        .accessControlAllowMethods, isV1 ? "GET, HEAD, POST, DELETE" : "GET, HEAD, POST")
      response.fields.set(
        .accessControlAllowHeaders,
        isV1 ? Self.requestFields : "Authorization, Content-Type, Idempotency-Key")
      response.fields.set(
        .accessControlMaxAge, FieldValue(Int(Self.preflightAge.components.seconds)))
    }
  }
}
