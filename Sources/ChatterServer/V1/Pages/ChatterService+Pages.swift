internal import Chatter
internal import HTTP

/// The endpoint of pages.
extension ChatterService {
  func page(for request: Request) async throws -> Response {
    let query = try PageQuery(QueryParameters(request.target.query))
    if query.search != nil { try take(.searches, for: request) }
    let page = try await lists.page(query, for: request.client.key.text)
    var fields = HeaderFields()
    let links = [(page.next, "next"), (page.previous, "prev")].compactMap { place, relation in
      place.map { "<\(query.target(at: $0))>; rel=\"\(relation)\"" }
    }
    if !links.isEmpty, let value = try? FieldValue(links.joined(separator: ", ")) {
      fields.set(.link, value)
    }
    return try await revalidated(page.json, as: Response.jsonType, fields: fields, for: request)
  }
}
