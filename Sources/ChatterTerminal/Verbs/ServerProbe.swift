import ChatterClient

/// The connections to a server before its URL or a token is saved: a `CurlTransport`, or a double
/// in tests.
protocol ServerProbe: Sendable {
  /// Throws if the server does not respond, is not trusted, or is not a Chatter server.
  func check(_ server: Server) async throws(ClientError)

  /// Returns what the server needs a token for, and the username of its token; nil if it does not
  /// say.
  func access(to server: Server) async throws(ClientError) -> ServerAccess?

  /// Returns the certificate that the server presents, without verifying it.
  func certificate(of server: Server) async throws(ClientError) -> ServerCertificate
}

extension CurlTransport: ServerProbe {}
