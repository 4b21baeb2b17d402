internal import Chatter
internal import HTTP
internal import TLS

/// The endpoint of pages.
extension ChatterService {
  func page(for request: Request) async throws -> Response {
    let query = try PageQuery(QueryParameters(request.target.query))
    let page = try await lists.page(query, for: request.client.key.text)
    let json = page.json
    // Only without memory there is no digest.
    guard let digest = SHA256.digest(of: json) else {
      throw TimelineError.unavailable(retryAfter: .seconds(1))
    }
    let tag = EntityTag(StoredChatt.hex(Array(digest.prefix(Self.tagBytes))))
    var fields: HeaderFields = [.cacheControl: "no-cache", .entityTag: tag.field(in: .identity)]
    let links = [(page.next, "next"), (page.previous, "prev")].compactMap { place, relation in
      place.map { "<\(query.target(at: $0))>; rel=\"\(relation)\"" }
    }
    if !links.isEmpty, let value = try? FieldValue(links.joined(separator: ", ")) {
      fields.set(.link, value)
    }
    if tag.isMatched(by: request.fields) == false { return Problem.preconditionFailed }
    if tag.coding(cachedBy: request.fields) != nil { return Response(.notModified, fields: fields) }
    fields.set(.contentType, Response.jsonType)
    return Response(.ok, fields: fields, body: .bytes(json))
  }

  /// The bytes of the SHA-256 of a page that its tag has.
  private static let tagBytes = 16
}
