internal import COpenSSL
internal import System

@testable package import Crypto
@testable package import TLS

/// The client's side of TLS, which only tests have: the server never connects with this module.
extension TLSContext {
  /// Creates a client's context that trusts only the certificates in a PEM file.
  package static func client(
    trusting file: String, applicationProtocols: [String] = []
  ) throws -> TLSContext {
    try client(
      trusting: Certificate.all(inFile: file),
      applicationProtocols: applicationProtocols, policy: .intermediate)
  }

  package static func client(
    trusting authorities: [Certificate], applicationProtocols: [String] = [],
    policy: TLSPolicy
  ) throws -> TLSContext {
    let context = try TLSContext(isServer: false, policy: policy)
    unsafe SSL_CTX_set_verify(context.pointer, SSL_VERIFY_PEER, nil)
    let store = unsafe SSL_CTX_get_cert_store(context.pointer)
    for authority in authorities {
      try unsafe OpenSSLFailure.check(X509_STORE_add_cert(store, authority.pointer))
    }
    if !applicationProtocols.isEmpty {
      // Each name is preceded by its length. The function returns 0 for success.
      let wire = applicationProtocols.flatMap { [UInt8($0.utf8.count)] + Array($0.utf8) }
      try OpenSSLFailure.check(
        unsafe SSL_CTX_set_alpn_protos(context.pointer, wire, UInt32(wire.count)) == 0)
    }
    return context
  }
}

extension TLSEngine {
  /// Creates the client's side. It verifies that the server is `host` (a name or an IP address),
  /// and resumes a session if the server still has it.
  package convenience init(
    connectingTo host: String, context: TLSContext, resuming session: TLSSession? = nil
  ) throws(TLSError) {
    try self.init(accepting: context)
    // Nothing has been exchanged yet, so that the engine can still change sides.
    unsafe SSL_set_connect_state(ssl.pointer)
    do throws(OpenSSLFailure) {
      // SNI carries names only (RFC 6066 section 3).
      let accepted =
        if CertificateRequest.isAddress(host) {
          unsafe X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(ssl.pointer), host) == 1
        } else {
          unsafe SSL_set1_host(ssl.pointer, host) == 1
            && openssl_SSL_set_tlsext_host_name(ssl.pointer, host) == 1
        }
      try OpenSSLFailure.check(accepted)
      if let session {
        try OpenSSLFailure.check(unsafe SSL_set_session(ssl.pointer, session.pointer))
      }
    } catch {
      throw .library(reason: error.reason)
    }
  }

  /// The client's session for a later connection; nil if the server has sent no ticket yet.
  ///
  /// In TLS 1.3 the ticket arrives after the handshake, with the first bytes read.
  package var session: TLSSession? {
    guard let session = unsafe SSL_get1_session(ssl.pointer) else { return nil }
    let owned = unsafe TLSSession(owning: session)
    return unsafe SSL_SESSION_is_resumable(session) == 1 ? owned : nil
  }

  /// OpenSSL's name of the agreed cipher.
  package var cipher: String? {
    let name = unsafe SSL_CIPHER_get_name(SSL_get_current_cipher(ssl.pointer))
    return unsafe name.map { unsafe String(cString: $0) }
  }
}

/// Owns one `SSL_SESSION`, which a client keeps to resume a connection later.
///
/// A session does not change after it was taken from its connection, and OpenSSL counts
/// references atomically.
@safe
package final class TLSSession: Sendable {
  private let handle: ThreadSafePointer<OpaquePointer>

  fileprivate init(owning pointer: OpaquePointer) { unsafe handle = ThreadSafePointer(pointer) }

  deinit { unsafe SSL_SESSION_free(pointer) }

  fileprivate var pointer: OpaquePointer { unsafe handle.value }
}
