/// The settings that many connections share: certificate and key, versions and ciphers, ticket
/// keys.
///
/// Any thread may use it. It never changes: a reload creates a new context, and a connection keeps
/// the context that it started with.
public final class TLSContext: Sendable {
  enum Role { case server, client }

  let handle: SSLContextHandle
  let role: Role

  /// The certificate that a server presents to its clients; nil for a client's context.
  public let certificate: Certificate?

  private init(_ handle: SSLContextHandle, role: Role, certificate: Certificate?) {
    self.handle = handle
    self.role = role
    self.certificate = certificate
  }

  /// Creates a server's context.
  ///
  /// A client that offers only application protocols that are not in the list is refused (RFC 7301
  /// section 3.2). If a client offers none, none is selected. An expired certificate is served; the
  /// caller can check `certificate` and report it. If the context of a reload gets the same ticket
  /// keys, clients can resume their sessions after the reload. `thread` is the number of the thread
  /// that will use the context most: threads with other numbers do not make it wait.
  static func server(
    _ certifiedKey: CertifiedKey, applicationProtocols: ApplicationProtocols = [],
    ticketKeys: TicketKeys = TicketKeys(), challenges: ChallengeDirectory? = nil,
    policy: TLSPolicy = .intermediate, thread: Int = 0
  ) throws(CertificateError) -> TLSContext {
    do throws(OpenSSLFailure) {
      let decisions = try ServerDecisions(
        applicationProtocols: applicationProtocols, ticketKeys: ticketKeys, challenges: challenges,
        library: LibraryContext.ofThread(thread))
      let handle = try SSLContextHandle(policy: policy, decisions: decisions)
      try handle.use(certifiedKey.chain, key: certifiedKey.key)
      return TLSContext(handle, role: .server, certificate: certifiedKey.certificate)
    } catch {
      throw CertificateError.refused(reason: error.reason)
    }
  }

  /// Creates a client's context that trusts only the certificates in a PEM file, or the system's
  /// authorities if `file` is nil.
  public static func client(
    trusting file: String? = nil, applicationProtocols: ApplicationProtocols = []
  ) throws(CertificateError) -> TLSContext {
    var authorities: [CertificateHandle]?
    if let file { authorities = try CertifiedKey.certificates(inFile: file) }
    return try client(
      trusting: authorities, applicationProtocols: applicationProtocols, policy: .intermediate)
  }

  static func client(
    trusting authorities: [CertificateHandle]?, applicationProtocols: ApplicationProtocols = [],
    policy: TLSPolicy
  ) throws(CertificateError) -> TLSContext {
    do throws(OpenSSLFailure) {
      let handle = try SSLContextHandle(policy: policy, decisions: nil)
      try handle.trust(authorities)
      if !applicationProtocols.names.isEmpty { try handle.offer(applicationProtocols) }
      return TLSContext(handle, role: .client, certificate: nil)
    } catch {
      throw CertificateError.refused(reason: error.reason)
    }
  }
}
