import Sockets

/// The contexts that new connections take, exchanged when the certificate is renewed.
///
/// Each thread that shakes hands has one of its own, so that none waits for another in OpenSSL; they
/// differ in nothing else, and a session of one is resumed with any. A connection asks once and keeps
/// what it got, so a reload disturbs nobody.
public final class TLSContextSlot: Sendable {
  private let files: CertificateFiles
  private let applicationProtocols: ApplicationProtocols
  private let ticketKeys = TicketKeys()
  private let threadCount: Int
  private let contexts: Lock<[TLSContext]>

  /// Reads the files for the first time.
  ///
  /// - Parameter threadCount: how many threads will shake hands.
  public init(
    files: CertificateFiles, applicationProtocols: ApplicationProtocols, threadCount: Int = 1
  ) throws(CertificateError) {
    precondition(threadCount > 0, "somebody shakes hands")
    self.files = files
    self.applicationProtocols = applicationProtocols
    self.threadCount = threadCount
    contexts = Lock([])
    try reload()
  }

  /// The context for a new connection on the thread with this number, from 0 on.
  public func current(ofThread number: Int = 0) -> TLSContext {
    contexts.withLock { $0[number % $0.count] }
  }

  /// Reads the files again and takes what they hold; on an error all stays as it was.
  ///
  /// Sessions from before are resumed after it: the ticket keys stay.
  public func reload() throws(CertificateError) {
    let certifiedKey = try CertifiedKey(files)
    var renewed: [TLSContext] = []
    for thread in 0..<threadCount {
      renewed.append(
        try TLSContext.server(
          certifiedKey, applicationProtocols: applicationProtocols, ticketKeys: ticketKeys,
          policy: .intermediate, thread: thread))
    }
    let made = renewed
    contexts.withLock { $0 = made }
  }
}
