internal import HTTP

/// The endpoint of the description.
extension ChatterService {
  func openAPI(for request: Request) async throws -> Response {
    // The media type of RFC 9512; the encoding of YAML is always a Unicode one.
    try await revalidated(OpenAPIDescription.yaml, as: "application/yaml", for: request)
  }
}
