import COpenSSL

@testable import Crypto
@testable import TLS

/// Actions of a peer that this engine never takes by itself.
extension TLSEngine {
  /// Sends a ClientHello inside an established TLS 1.2 connection.
  func startRenegotiation() {
    unsafe _ = SSL_renegotiate(ssl.pointer)
    unsafe _ = SSL_do_handshake(ssl.pointer)
    OpenSSLFailure.forget()
  }

  /// Sends a KeyUpdate that asks for one in return (RFC 8446 section 4.6.3).
  func sendKeyUpdate() {
    unsafe _ = SSL_key_update(ssl.pointer, SSL_KEY_UPDATE_REQUESTED)
    unsafe _ = SSL_do_handshake(ssl.pointer)
    OpenSSLFailure.forget()
  }

  /// Allows this side to renegotiate.
  func allowRenegotiation() {
    unsafe _ = SSL_clear_options(ssl.pointer, openssl_SSL_OP_NO_RENEGOTIATION)
  }
}
