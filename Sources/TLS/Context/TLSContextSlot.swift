public import Crypto
import System

/// The contexts for new connections, replaced when the certificate is renewed.
///
/// Each thread that performs handshakes has its own context, so that threads do not wait for each
/// other in OpenSSL. The contexts are otherwise the same, and a session of one can be resumed with
/// any of them. A connection keeps the context that it started with, so a reload does not affect
/// it.
public final class TLSContextSlot: Sendable {
  private let files: CertifiedKeyFiles
  private let applicationProtocols: ApplicationProtocols
  private let challenges: ChallengeDirectory?
  private let ticketKeys = TicketKeys()
  private let threadCount: Int
  private let state: Lock<State>

  /// The contexts, and the contents of the files that they were created from.
  private struct State {
    var contexts: [TLSContext] = []
    var chain: [Certificate] = []
  }

  /// Reads the files for the first time; `threadCount` threads will perform handshakes.
  /// `challenges` are the responses to ACME authorities; nil for none.
  public init(
    files: CertifiedKeyFiles, applicationProtocols: ApplicationProtocols,
    challenges: ChallengeDirectory? = nil, threadCount: Int = 1
  ) throws(CertificateError) {
    precondition(threadCount > 0, "threadCount must be positive")
    self.files = files
    self.applicationProtocols = applicationProtocols
    self.challenges = challenges
    self.threadCount = threadCount
    state = Lock(State())
    try reload()
  }

  /// Returns the context for a new connection on the thread with a number, counted from 0.
  public func current(ofThread number: Int = 0) -> TLSContext {
    state.withLock { $0.contexts[number % $0.contexts.count] }
  }

  /// The certificates that new connections present; the first is the server's own.
  public var chain: [Certificate] { state.withLock { $0.chain } }

  /// Reads the files again and uses their contents for new connections. After an error nothing
  /// changes.
  ///
  /// Earlier sessions can still be resumed, since the ticket keys do not change.
  public func reload() throws(CertificateError) {
    let certifiedKey = try CertifiedKey(files)
    var renewed: [TLSContext] = []
    for thread in 0..<threadCount {
      renewed.append(
        try TLSContext.server(
          certifiedKey, applicationProtocols: applicationProtocols, ticketKeys: ticketKeys,
          challenges: challenges, thread: thread))
    }
    let made = State(contexts: renewed, chain: try certifiedKey.certificates())
    state.withLock { $0 = made }
  }
}
