internal import Chatter

extension CurlTransport {
  /// Gets the list of a server, and throws if the server does not respond, is not trusted, or its
  /// response is not a list. A server whose lists need a token has to say so (``ServerAccess``).
  public func check(_ server: Server) async throws(ClientError) {
    do throws(CallFailure) {
      _ = try await RemoteCalls(server: server, transport: self).list(.getChatts)
    } catch {
      if case .token = error.error {
        var stranger = server
        stranger.token = nil
        if try await access(to: stranger)?.readingNeedsToken == true { return }
      }
      throw error.error
    }
  }

  /// Gets what a server needs a token for, and the username of the server's token; nil if the
  /// server does not say. A token that the server does not accept gives
  /// ``ClientError/token(_:_:)``.
  public func access(to server: Server) async throws(ClientError) -> ServerAccess? {
    do throws(CallFailure) {
      return try await RemoteCalls(server: server, transport: self).access()
    } catch {
      throw error.error
    }
  }

  /// Returns the certificate that a server presents, without verifying it and without sending a
  /// request.
  ///
  /// A client that trusts it does so on the user's word: show the fingerprint first.
  public func certificate(of server: Server) async throws(ClientError) -> ServerCertificate {
    var request = TransportRequest(.getChatts, on: server)
    request.isForCertificate = true
    guard let certificate = try await send(request).certificate else {
      throw .tls(.other("the server presented no certificate"))
    }
    return certificate
  }
}
