/// What a server context is asked by OpenSSL in the middle of a handshake.
final class ServerDecisions: Sendable {
  let applicationProtocols: ApplicationProtocols
  let ticketKeys: TicketKeys

  init(applicationProtocols: ApplicationProtocols, ticketKeys: TicketKeys) {
    self.applicationProtocols = applicationProtocols
    self.ticketKeys = ticketKeys
  }
}
