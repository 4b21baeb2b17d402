internal import HTTP

/// The endpoint that describes the server.
extension ChatterService {
  func server(for request: Request) throws -> Response {
    try .revalidated(ServerDescription(settings).json, as: Response.jsonType, for: request)
  }
}
