public import Crypto
import System

/// The contexts for new connections, replaced when the certificate is renewed and when the key of
/// the session tickets is.
///
/// Each thread that performs handshakes has its own context, so that threads do not wait for each
/// other in OpenSSL. The contexts are otherwise the same, and a session of one can be resumed with
/// any of them. A connection keeps the context that it started with, so a reload does not affect
/// it.
///
/// A ticket key can decrypt the TLS 1.2 sessions whose tickets it sealed, so a key that lived as
/// long as the process would defeat forward secrecy. A new key is therefore made after
/// `ticketKeyLifetime`. The next handshake of each client is then a full one.
public final class TLSContextSlot: Sendable {
  private let files: CertifiedKeyFiles
  private let applicationProtocols: [String]
  private let challenges: ChallengeDirectory?
  private let threadCount: Int
  private let ticketKeyLifetime: Duration
  private let state: Lock<State>

  private struct State {
    var contexts: [TLSContext]
    /// What the contexts present.
    var certifiedKey: CertifiedKey
    var ticketKey: [UInt8]
    var ticketKeyEnd: Deadline
  }

  /// Reads the files for the first time; `threadCount` threads will perform handshakes.
  /// `applicationProtocols` are names for ALPN, most preferred first. `challenges` are the
  /// responses to ACME authorities; nil for none.
  public convenience init(
    files: CertifiedKeyFiles, applicationProtocols: [String],
    challenges: ChallengeDirectory? = nil, threadCount: Int = 1
  ) throws(CertificateError) {
    try self.init(
      files: files, applicationProtocols: applicationProtocols, challenges: challenges,
      threadCount: threadCount, ticketKeyLifetime: TLSContext.ticketLifetime)
  }

  init(
    files: CertifiedKeyFiles, applicationProtocols: [String],
    challenges: ChallengeDirectory? = nil, threadCount: Int = 1, ticketKeyLifetime: Duration
  ) throws(CertificateError) {
    precondition(threadCount > 0, "threadCount must be positive")
    self.files = files
    self.applicationProtocols = applicationProtocols
    self.challenges = challenges
    self.threadCount = threadCount
    self.ticketKeyLifetime = ticketKeyLifetime
    let (certifiedKey, ticketKey) = (try CertifiedKey(files), Self.randomKey())
    state = Lock(
      State(
        contexts: [], certifiedKey: certifiedKey, ticketKey: ticketKey,
        ticketKeyEnd: .after(ticketKeyLifetime)))
    let made = try contexts(certifiedKey, ticketKey: ticketKey)
    state.withLock { $0.contexts = made }
  }

  private static func randomKey() -> [UInt8] {
    var random = RandomBytes()
    return (0..<TLSContext.ticketKeyBytes).map { _ in .random(in: 0...255, using: &random) }
  }

  /// Returns the context for a new connection on the thread with a number, counted from 0.
  public func current(ofThread number: Int = 0) -> TLSContext {
    state.withLock { state in
      if state.ticketKeyEnd.hasPassed {
        let key = Self.randomKey()
        // Without memory for new contexts, the next connection tries again.
        if let renewed = try? contexts(state.certifiedKey, ticketKey: key) {
          state.contexts = renewed
          state.ticketKey = key
          state.ticketKeyEnd = .after(ticketKeyLifetime)
        }
      }
      return state.contexts[number % state.contexts.count]
    }
  }

  /// The certificates that new connections present; the first is the server's own.
  public var chain: [Certificate] { state.withLock { $0.certifiedKey.chain } }

  /// Reads the files again and uses their contents for new connections. After an error nothing
  /// changes.
  ///
  /// Earlier sessions can still be resumed, since the ticket key does not change.
  public func reload() throws(CertificateError) {
    let certifiedKey = try CertifiedKey(files)
    let renewed = try contexts(certifiedKey, ticketKey: state.withLock(\.ticketKey))
    state.withLock { ($0.contexts, $0.certifiedKey) = (renewed, certifiedKey) }
  }

  private func contexts(
    _ certifiedKey: CertifiedKey, ticketKey: [UInt8]
  ) throws(CertificateError) -> [TLSContext] {
    try (0..<threadCount).map { thread throws(CertificateError) in
      try TLSContext.server(
        certifiedKey, applicationProtocols: applicationProtocols, ticketKey: ticketKey,
        challenges: challenges, thread: thread)
    }
  }
}
