/// The description of every call, in OpenAPI 3.1. SwiftPM embeds `openapi.yaml` in the program.
enum OpenAPIDescription {
  static let yaml = PackageResources.openapi_yaml
}
