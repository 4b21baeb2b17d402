internal import HTTP

extension Endpoint {
  /// Whether the process is alive. The response depends on nothing else.
  static let livez = Endpoint(
    "livez", at: "/livez",
    [.get(.open) { _, _ in Response(json: Array(#"{"status":"live"}"#.utf8)) }])

  /// Whether the lists are loaded and the database is reachable and has this server's schema.
  static let readyz = Endpoint(
    "readyz", at: "/readyz",
    [
      .get(.open) { service, _ in
        try await service.lists.checkReadiness()
        let posts = service.settings.storage.refusal().map { #","posts":"\#($0)""# } ?? ""
        return Response(json: Array(#"{"status":"ready"\#(posts)}"#.utf8))
      }
    ])
}
