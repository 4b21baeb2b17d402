internal import HTTP

/// The endpoints livez and readyz.
extension ChatterService {
  /// Whether the process is alive. The response depends on nothing else.
  func getLiveness() -> Response { Response(json: Array(#"{"status":"live"}"#.utf8)) }

  /// Whether the lists are loaded and the database is reachable and has this server's schema.
  func getReadiness() async throws -> Response {
    try await lists.checkReadiness()
    let posts = settings.storage.refusal().map { #","posts":"\#($0)""# } ?? ""
    return Response(json: Array(#"{"status":"ready"\#(posts)}"#.utf8))
  }
}
