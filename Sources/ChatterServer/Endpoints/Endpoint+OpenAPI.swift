internal import HTTP

extension Endpoint {
  static let openAPI = Endpoint(
    "openapi", at: "/openapi.yaml",
    [
      .get(.open) { service, request in
        // The media type of RFC 9512; the encoding of YAML is always a Unicode one.
        try await service.revalidated(
          TaggedBody(OpenAPIDescription.yaml, as: "application/yaml"), for: request)
      }
    ])
}

/// The description of every call, in OpenAPI 3.1. SwiftPM embeds `openapi.yaml` in the program.
enum OpenAPIDescription {
  static let yaml = PackageResources.openapi_yaml
}
