internal import Crypto

/// The settings that many connections share: certificate and key, versions and ciphers, ticket
/// keys.
///
/// Any thread may use it. It never changes: a reload creates a new context, and a connection keeps
/// the context that it started with.
public final class TLSContext: Sendable {
  let handle: SSLContextHandle

  init(_ handle: SSLContextHandle) { self.handle = handle }

  /// Creates a server's context.
  ///
  /// A client that offers only application protocols that are not in the list is refused (RFC 7301
  /// section 3.2). If a client offers none, none is selected. An expired certificate is served. If
  /// the context of a reload gets the same ticket keys, clients can resume their sessions after the
  /// reload. `thread` is the number of the thread that will use the context most: threads with
  /// other numbers do not make it wait.
  static func server(
    _ certifiedKey: CertifiedKey, applicationProtocols: ApplicationProtocols = [],
    ticketKeys: TicketKeys = TicketKeys(), challenges: ChallengeDirectory? = nil,
    policy: TLSPolicy = .intermediate, thread: Int = 0
  ) throws(CertificateError) -> TLSContext {
    try CertificateError.refusing { () throws(OpenSSLFailure) in
      let decisions = try ServerDecisions(
        applicationProtocols: applicationProtocols, ticketKeys: ticketKeys, challenges: challenges,
        library: LibraryContext.ofThread(thread))
      let handle = try SSLContextHandle(policy: policy, decisions: decisions)
      try handle.use(certifiedKey.chain, key: certifiedKey.key)
      return TLSContext(handle)
    }
  }
}
