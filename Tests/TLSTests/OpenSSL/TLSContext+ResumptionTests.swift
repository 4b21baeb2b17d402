import TestSupport
import Testing

@testable import TLS

/// Resumption with a ticket, on contexts with the same key.
struct TLSContextResumptionTests {
  static let versions = [TLSVersion.tls12, .tls13]

  /// Returns the session of a connection that was closed in an orderly way.
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
    // OpenSSL does not resume a session whose connection ended without close_notify.
    pair.client.close()
    let facts = try #require(pair.serverFacts)
    #expect(pair.clientFacts?.isResumed == facts.isResumed)
    return facts.isResumed
  }

  @Test(arguments: versions)
  func resumesWithATicket(_ version: TLSVersion) throws {
    let server = try TestContexts.server()
    let client = try TestContexts.client(policy: .only(version))
    let session = try session(server, client)
    #expect(try isResumed(server, client, session))
    #expect(try isResumed(server, client, session))
  }

  @Test(arguments: versions)
  func resumesOnANewContextWithTheSameKey(_ version: TLSVersion) throws {
    let key = [UInt8](repeating: 7, count: TLSContext.ticketKeyBytes)
    let client = try TestContexts.client(policy: .only(version))
    let session = try session(TestContexts.server(ticketKey: key), client)
    #expect(try isResumed(TestContexts.server(ticketKey: key), client, session))
    #expect(try !isResumed(TestContexts.server(), client, session))
  }

  @Test func resumesOnOtherThreads() async throws {
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
}
