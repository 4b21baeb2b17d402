internal import HTTP

extension ChatterService {
  func openAPI(for request: Request) async throws -> Response {
    // The media type of RFC 9512; the encoding of YAML is always a Unicode one.
    try await revalidated(OpenAPIDescription.yaml, as: "application/yaml", for: request)
  }
}

/// The description of every call, in OpenAPI 3.1. SwiftPM embeds `openapi.yaml` in the program.
enum OpenAPIDescription {
  static let yaml = PackageResources.openapi_yaml
}
