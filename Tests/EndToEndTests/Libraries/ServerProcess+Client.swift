import ChatterClient

extension ServerProcess {
  /// Returns this server for the client library, with its own certificate as trusted.
  func asServer() throws -> ChatterClient.Server {
    try Server(url: url, trust: .file(certificate))
  }
}
