import Sockets

/// The context that new connections take, exchanged when the certificate is renewed.
///
/// A connection asks for `current` once and keeps what it got, so a reload disturbs nobody.
public final class TLSContextSlot: Sendable {
  private let files: CertificateFiles
  private let applicationProtocols: ApplicationProtocols
  private let ticketKeys = TicketKeys()
  private let context: Lock<TLSContext>

  /// Reads the files for the first time.
  public init(
    files: CertificateFiles, applicationProtocols: ApplicationProtocols
  ) throws(CertificateError) {
    self.files = files
    self.applicationProtocols = applicationProtocols
    context = Lock(
      try TLSContext.server(
        CertifiedKey(files), applicationProtocols: applicationProtocols,
        ticketKeys: ticketKeys))
  }

  /// The context for a new connection.
  public var current: TLSContext { context.withLock { $0 } }

  /// Reads the files again and takes what they hold; on an error all stays as it was.
  ///
  /// Sessions from before are resumed after it: the ticket keys stay.
  public func reload() throws(CertificateError) {
    let renewed = try TLSContext.server(
      CertifiedKey(files), applicationProtocols: applicationProtocols, ticketKeys: ticketKeys)
    context.withLock { $0 = renewed }
  }
}
