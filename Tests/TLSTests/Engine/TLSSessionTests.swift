import Testing

@testable import TLS

/// Resumption by ticket, across all that a server may do meanwhile.
@Suite struct TLSSessionTests {
  static let versions = [ProtocolVersion.tls12, .tls13]

  /// The session of a connection that was closed in order.
  private func session(_ server: TLSContext, _ client: TLSContext) throws -> TLSSession {
    let pair = try EnginePair(server: server, client: client)
    try pair.settle()
    let session = pair.client.session
    pair.client.close()
    pair.server.close()
    try pair.settle()
    return try #require(session)
  }

  private func isResumed(_ server: TLSContext, _ client: TLSContext, _ session: TLSSession)
    throws -> Bool
  {
    let pair = try EnginePair(server: server, client: client, resuming: session)
    try pair.settle()
    // OpenSSL does not resume a session whose connection has gone without close_notify.
    pair.client.close()
    let facts = try #require(pair.serverFacts)
    #expect(pair.clientFacts?.isResumed == facts.isResumed)
    return facts.isResumed
  }

  @Test("a ticket resumes", arguments: versions)
  func resumption(_ version: ProtocolVersion) throws {
    let server = try TestContexts.server()
    let client = try TestContexts.client(policy: .only(version))
    let session = try session(server, client)
    #expect(try isResumed(server, client, session))
    #expect(try isResumed(server, client, session))
  }

  @Test("a ticket resumes on a new context with the same keys, as after a reload")
  func reload() throws {
    for version in Self.versions {
      let keys = TicketKeys()
      let client = try TestContexts.client(policy: .only(version))
      let session = try session(TestContexts.server(ticketKeys: keys), client)
      #expect(try isResumed(TestContexts.server(ticketKeys: keys), client, session))
      #expect(try !isResumed(TestContexts.server(), client, session))
    }
  }

  @Test("a ticket outlives one change of the key, not two", arguments: versions)
  func rotation(_ version: ProtocolVersion) throws {
    let clock = SteppingClock()
    let server = try TestContexts.server(ticketKeys: TicketKeys { clock.now })
    let client = try TestContexts.client(policy: .only(version))
    let session = try session(server, client)
    clock.advance(by: TicketKeys.lifetime)
    #expect(try isResumed(server, client, session))
    clock.advance(by: TicketKeys.lifetime)
    #expect(try !isResumed(server, client, session))
  }

  @Test("a ticket that was changed means a full handshake, not a failure")
  func foreign() throws {
    let client = try TestContexts.client(policy: .only(.tls13))
    let session = try session(TestContexts.server(), client)
    #expect(try !isResumed(TestContexts.server(), client, session))
  }

  @Test("tickets of one context resume on other threads")
  func threads() async throws {
    let server = try TestContexts.server()
    let client = try TestContexts.client(policy: .only(.tls13))
    let session = try session(server, client)
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<5 where try !isResumed(server, client, session) { return false }
          return true
        }
      }
      for try await isResumed in group { #expect(isResumed) }
    }
  }

  @Test("there is no session to keep before the ticket, nor after a failure")
  func none() throws {
    let pair = try EnginePair()
    #expect(pair.client.session == nil)
    try pair.settle()
    #expect(pair.client.session != nil)
    pair.client.receive([23, 3, 3, 0, 40] + [UInt8](repeating: 7, count: 40))
    #expect(throws: TLSError.decryptionFailed) { try pair.drainClient() }
    #expect(pair.client.session == nil)
  }
}
