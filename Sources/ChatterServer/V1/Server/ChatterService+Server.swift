internal import HTTP

/// The endpoint that describes the server.
extension ChatterService {
  func server(for request: Request) async throws -> Response {
    var description = ServerDescription(settings)
    description.username = try await username(of: request)
    var response = try await revalidated(description.json, as: Response.jsonType, for: request)
    if settings.access.needsTokens { response.restrictCaching() }
    return response
  }
}
