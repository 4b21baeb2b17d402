/// The data that OpenSSL's callbacks on a server context use during a handshake.
final class ServerDecisions: Sendable {
  let applicationProtocols: ApplicationProtocols
  let ticketKeys: TicketKeys
  let library: LibraryContext
  /// The cipher that tickets are sealed with, looked up once.
  let ticketCipher: CipherHandle

  init(
    applicationProtocols: ApplicationProtocols, ticketKeys: TicketKeys, library: LibraryContext
  ) throws(OpenSSLFailure) {
    self.applicationProtocols = applicationProtocols
    self.ticketKeys = ticketKeys
    self.library = library
    ticketCipher = try CipherHandle("AES-256-CBC", from: library)
  }
}
