internal import HTTP

/// The endpoint of the description.
extension ChatterService {
  func openAPI(for request: Request) throws -> Response {
    // The media type of RFC 9512; the encoding of YAML is always a Unicode one.
    try .revalidated(OpenAPIDescription.yaml, as: "application/yaml", for: request)
  }
}
