import COpenSSL
internal import Crypto
import System

/// Owns one `SSL_CTX`.
///
/// It is set up while it has one owner. After that it is used only by `SSL_new`, which
/// OpenSSL allows on any thread, and by the callbacks, whose object is Sendable itself.
@safe
final class SSLContextHandle: Sendable {
  private let handle: ThreadSafePointer<OpaquePointer>

  /// The object that the callbacks of this context use; nil for a client of a test.
  ///
  /// OpenSSL holds it unretained as application data (index 0), so it must live as long as the
  /// context.
  private let decisions: ServerDecisions?

  /// Creates a context with the policy's versions, ciphers and groups, and with this module's
  /// modes.
  ///
  /// Its library context is that of its decisions.
  init(policy: TLSPolicy, decisions: ServerDecisions?) throws(OpenSSLFailure) {
    try OpenSSLFailure.check(OpenSSLLibrary.isKept)
    let library = decisions?.library ?? .standard
    let method = unsafe decisions == nil ? TLS_client_method() : TLS_server_method()
    let made = unsafe try OpenSSLFailure.check(SSL_CTX_new_ex(library.pointer, nil, method))
    unsafe handle = ThreadSafePointer(made)
    self.decisions = decisions
    // SSL_MODE_RELEASE_BUFFERS: an idle connection has no record buffers.
    let modes =
      SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER
      | SSL_MODE_RELEASE_BUFFERS
    unsafe _ = openssl_SSL_CTX_set_mode(made, Int(modes))
    unsafe _ = SSL_CTX_set_options(
      made,
      openssl_SSL_OP_ALL | openssl_SSL_OP_NO_RENEGOTIATION | openssl_SSL_OP_NO_COMPRESSION
        | openssl_SSL_OP_CIPHER_SERVER_PREFERENCE | openssl_SSL_OP_PRIORITIZE_CHACHA)
    try apply(policy)
    if let decisions {
      let argument = unsafe Unmanaged.passUnretained(decisions).toOpaque()
      unsafe try installServerCallbacks(argument)
      if decisions.challenges != nil {
        unsafe SSL_CTX_set_client_hello_cb(made, applyChallenge, argument)
      }
    }
  }

  deinit { unsafe SSL_CTX_free(pointer) }

  var pointer: OpaquePointer { unsafe handle.value }

  private func apply(_ policy: TLSPolicy) throws(OpenSSLFailure) {
    unsafe SSL_CTX_set_security_level(pointer, policy.securityLevel)
    try OpenSSLFailure.check(
      unsafe openssl_SSL_CTX_set_min_proto_version(pointer, policy.minimumVersion.rawValue))
    try OpenSSLFailure.check(
      unsafe openssl_SSL_CTX_set_max_proto_version(pointer, policy.maximumVersion.rawValue))
    try OpenSSLFailure.check(
      unsafe SSL_CTX_set_cipher_list(pointer, policy.ciphers.joined(separator: ":")))
    try OpenSSLFailure.check(
      unsafe SSL_CTX_set_ciphersuites(pointer, policy.cipherSuites.joined(separator: ":")))
    try OpenSSLFailure.check(
      unsafe openssl_SSL_CTX_set1_groups_list(pointer, policy.groups.joined(separator: ":")))
  }

  private func installServerCallbacks(_ decisions: UnsafeMutableRawPointer)
    throws(OpenSSLFailure)
  {
    try unsafe OpenSSLFailure.check(SSL_CTX_set_ex_data(pointer, 0, decisions))
    unsafe SSL_CTX_set_alpn_select_cb(pointer, selectApplicationProtocol, decisions)
    try unsafe OpenSSLFailure.check(SSL_CTX_set_tlsext_ticket_key_evp_cb(pointer, applyTicketKey))
    // Sessions are stored in tickets at the client. All loops and all contexts of a reload share
    // them, and no client can fill a cache here. The id context must be the same after a reload.
    unsafe _ = openssl_SSL_CTX_set_session_cache_mode(pointer, Int(SSL_SESS_CACHE_OFF))
    let idContext = Array("chatterd".utf8)
    try unsafe OpenSSLFailure.check(
      SSL_CTX_set_session_id_context(pointer, idContext, UInt32(idContext.count)))
    // One ticket per connection: it can be used more than once, so the second one that OpenSSL
    // would send is unnecessary work.
    try unsafe OpenSSLFailure.check(SSL_CTX_set_num_tickets(pointer, 1))
    unsafe _ = SSL_CTX_set_timeout(pointer, Int(TicketKeys.lifetime.components.seconds))
  }

  /// Sets the chain that the server presents, its own certificate first, and its key.
  func use(_ chain: [CertificateHandle], key: PrivateKeyHandle) throws(OpenSSLFailure) {
    for (index, certificate) in chain.enumerated() {
      if index == 0 {
        try unsafe OpenSSLFailure.check(SSL_CTX_use_certificate(pointer, certificate.pointer))
      } else {
        try unsafe OpenSSLFailure.check(
          openssl_SSL_CTX_add1_chain_cert(pointer, certificate.pointer))
      }
    }
    try unsafe OpenSSLFailure.check(SSL_CTX_use_PrivateKey(pointer, key.pointer))
    try unsafe OpenSSLFailure.check(SSL_CTX_check_private_key(pointer))
  }
}

/// Responds to ALPN (RFC 7301 section 3.2). `offered` is the client's list, which OpenSSL has
/// checked.
private let selectApplicationProtocol: SSL_CTX_alpn_select_cb_func = {
  ssl, selected, selectedCount, offered, offeredCount, argument in
  guard let argument = unsafe argument, let offered = unsafe offered else {
    return SSL_TLSEXT_ERR_NOACK
  }
  let decisions = unsafe Unmanaged<ServerDecisions>.fromOpaque(argument).takeUnretainedValue()
  let list = unsafe Array(UnsafeBufferPointer(start: offered, count: Int(offeredCount)))
  let protocols: ApplicationProtocols =
    unsafe hasChallenge(ssl)
    ? [ChallengeDirectory.applicationProtocol] : decisions.applicationProtocols
  switch protocols.selection(from: list) {
  case .notConfigured: return SSL_TLSEXT_ERR_NOACK
  case .noOverlap: return SSL_TLSEXT_ERR_ALERT_FATAL
  case .selected(let range):
    unsafe selected?.pointee = offered + range.lowerBound
    unsafe selectedCount?.pointee = UInt8(range.count)
    return SSL_TLSEXT_ERR_OK
  }
}
