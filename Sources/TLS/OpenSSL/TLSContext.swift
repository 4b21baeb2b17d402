import COpenSSL
internal import Crypto
import System

/// The settings that many connections share: certificate and key, versions and ciphers, ticket
/// key. It owns one `SSL_CTX`.
///
/// It is set up while it has one owner and never changes after that, so any thread may use it: a
/// reload creates a new context, and a connection keeps the context that it started with.
@safe
public final class TLSContext: Sendable {
  /// Number of bytes of a key for session tickets, with its name (SSL_CTX_set_tlsext_ticket_keys).
  static let ticketKeyBytes = 80
  /// How long a ticket is valid.
  static let ticketLifetime = Duration.seconds(12 * 3600)

  private let handle: ThreadSafePointer<OpaquePointer>
  /// Protocol names for ALPN, most preferred first (RFC 7301).
  let applicationProtocols: [String]
  /// The responses to ACME challenges; nil for a server that does not respond to them.
  let challenges: ChallengeDirectory?

  var pointer: OpaquePointer { unsafe handle.value }

  /// Creates a server's context.
  ///
  /// A client that offers only application protocols that are not in the list is refused (RFC 7301
  /// section 3.2). If a client offers none, none is selected. An expired certificate is served.
  /// Contexts with the same ticket key resume each other's sessions; the key is random for nil.
  /// `thread` is the number of the thread that will use the context most: threads with other
  /// numbers do not make it wait.
  static func server(
    _ certifiedKey: CertifiedKey, applicationProtocols: [String] = [], ticketKey: [UInt8]? = nil,
    challenges: ChallengeDirectory? = nil, policy: TLSPolicy = .intermediate, thread: Int = 0
  ) throws(CertificateError) -> TLSContext {
    try CertificateError.refusing { () throws(OpenSSLFailure) in
      let context = try TLSContext(
        isServer: true, policy: policy, applicationProtocols: applicationProtocols,
        challenges: challenges, library: LibraryContext.ofThread(thread))
      try context.setUpServer(ticketKey: ticketKey)
      try context.use(certifiedKey)
      return context
    }
  }

  /// Creates a context with the policy's versions, ciphers and groups, and with this module's
  /// modes. Only tests have clients.
  init(
    isServer: Bool, policy: TLSPolicy, applicationProtocols: [String] = [],
    challenges: ChallengeDirectory? = nil, library: LibraryContext = .standard
  ) throws(OpenSSLFailure) {
    try OpenSSLFailure.check(OpenSSLLibrary.isKept)
    let method = unsafe isServer ? TLS_server_method() : TLS_client_method()
    let made = unsafe try OpenSSLFailure.check(SSL_CTX_new_ex(library.pointer, nil, method))
    unsafe handle = ThreadSafePointer(made)
    self.applicationProtocols = applicationProtocols
    self.challenges = challenges
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
  }

  deinit { unsafe SSL_CTX_free(pointer) }

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

  /// Installs the callbacks, whose argument is this object: it lives as long as its `SSL_CTX`, and
  /// each connection retains it.
  private func setUpServer(ticketKey: [UInt8]?) throws(OpenSSLFailure) {
    let argument = unsafe Unmanaged.passUnretained(self).toOpaque()
    unsafe SSL_CTX_set_alpn_select_cb(pointer, selectApplicationProtocol, argument)
    if challenges != nil { unsafe SSL_CTX_set_client_hello_cb(pointer, applyChallenge, argument) }
    if var ticketKey {
      try unsafe OpenSSLFailure.check(
        SSL_CTX_ctrl(pointer, SSL_CTRL_SET_TLSEXT_TICKET_KEYS, ticketKey.count, &ticketKey) == 1)
    }
    // Sessions are stored in tickets at the client. All loops and all contexts of a reload share
    // them, and no client can fill a cache here. The id context must be the same after a reload.
    unsafe _ = openssl_SSL_CTX_set_session_cache_mode(pointer, Int(SSL_SESS_CACHE_OFF))
    let idContext = Array("chatterd".utf8)
    try unsafe OpenSSLFailure.check(
      SSL_CTX_set_session_id_context(pointer, idContext, UInt32(idContext.count)))
    // One ticket per connection: it can be used more than once, so the second one that OpenSSL
    // would send is unnecessary work.
    try unsafe OpenSSLFailure.check(SSL_CTX_set_num_tickets(pointer, 1))
    unsafe _ = SSL_CTX_set_timeout(pointer, Int(Self.ticketLifetime.components.seconds))
  }

  /// Sets the chain that the server presents, its own certificate first, and its key.
  private func use(_ certifiedKey: CertifiedKey) throws(OpenSSLFailure) {
    try unsafe OpenSSLFailure.check(
      SSL_CTX_use_certificate(pointer, certifiedKey.certificate.pointer))
    for signer in certifiedKey.chain.dropFirst() {
      try unsafe OpenSSLFailure.check(openssl_SSL_CTX_add1_chain_cert(pointer, signer.pointer))
    }
    try unsafe OpenSSLFailure.check(SSL_CTX_use_PrivateKey(pointer, certifiedKey.key.pointer))
    try unsafe OpenSSLFailure.check(SSL_CTX_check_private_key(pointer))
  }
}
