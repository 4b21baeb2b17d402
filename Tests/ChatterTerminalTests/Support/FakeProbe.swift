import ChatterClient

@testable import ChatterTerminal

/// A server that responds at once, with success or with the error that the test sets.
struct FakeProbe: ServerProbe {
  /// Returns the error of a check.
  var error: @Sendable (Server) -> ClientError? = { _ in nil }
  var certificate = ServerCertificate(
    pem: "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n",
    fingerprint: Array(repeating: 0xAB, count: 32), names: ["localhost", "127.0.0.1"],
    expiry: "Nov 23 07:13:46 2027 GMT")

  func check(_ server: Server) async throws(ClientError) {
    if let error = error(server) { throw error }
  }

  /// Returns what the server needs a token for.
  var access: @Sendable (Server) throws(ClientError) -> ServerAccess? = { _ in nil }

  func access(to server: Server) async throws(ClientError) -> ServerAccess? {
    try access(server)
  }

  func certificate(of server: Server) async throws(ClientError) -> ServerCertificate {
    certificate
  }

  /// A server whose certificate only a file makes trusted.
  static let selfSigned = FakeProbe(error: { $0.trust == .system ? .tls(.untrusted) : nil })
}
