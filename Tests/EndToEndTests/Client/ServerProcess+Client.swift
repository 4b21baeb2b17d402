import ChatterClient

extension ServerProcess {
  /// This server as the client library knows it, trusted by its own certificate.
  func asServer() throws -> ChatterClient.Server {
    try Server(url: url, trust: .file(certificate))
  }
}
