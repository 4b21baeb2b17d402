@testable package import TLS

/// A client and a server that exchange bytes in memory.
package final class EnginePair {
  package let client: TLSEngine
  package let server: TLSEngine
  package private(set) var clientFacts: TLSSessionFacts?
  package private(set) var serverFacts: TLSSessionFacts?
  /// The bytes that each side has read.
  package var clientBytes: [UInt8] = []
  package var serverBytes: [UInt8] = []
  package private(set) var isClientClosed = false
  package private(set) var isServerClosed = false

  package init(_ client: TLSEngine, _ server: TLSEngine) {
    self.client = client
    self.server = server
  }

  package convenience init(
    server: TLSContext, client: TLSContext, host: String = "chatter.test",
    resuming session: TLSSession? = nil
  ) throws {
    self.init(
      try TLSEngine(connectingTo: host, context: client, resuming: session),
      try TLSEngine(accepting: server))
  }

  /// A pair with the shared P-256 certificate.
  package convenience init() throws {
    try self.init(server: TestContexts.server(), client: TestContexts.client())
  }

  /// A pair whose handshake is done.
  package static func open() throws -> EnginePair {
    let pair = try EnginePair()
    try pair.settle()
    return pair
  }

  /// Exchanges bytes, in chunks of `chunk` bytes, until neither side has output.
  package func settle(chunk: Int = .max, readBytes: Int = 1 << 16) throws {
    var isMoving = true
    while isMoving {
      let clientMoved = try stepClient(chunk: chunk, readBytes: readBytes)
      let serverMoved = try stepServer(chunk: chunk, readBytes: readBytes)
      isMoving = clientMoved || serverMoved
    }
  }

  private func stepClient(chunk: Int, readBytes: Int) throws -> Bool {
    let arrived = server.takeOutput()
    try Self.chunks(of: arrived, chunk) { bytes in
      client.receive(bytes)
      try drainClient(readBytes)
    }
    try drainClient(readBytes)
    return !arrived.isEmpty
  }

  private func stepServer(chunk: Int, readBytes: Int) throws -> Bool {
    let arrived = client.takeOutput()
    try Self.chunks(of: arrived, chunk) { bytes in
      server.receive(bytes)
      try drainServer(readBytes)
    }
    try drainServer(readBytes)
    return !arrived.isEmpty
  }

  private static func chunks(
    of bytes: [UInt8], _ chunk: Int, _ body: (ArraySlice<UInt8>) throws -> Void
  ) rethrows {
    var rest = bytes[...]
    while !rest.isEmpty {
      try body(rest.prefix(chunk))
      rest = rest.dropFirst(chunk)
    }
  }

  package func drainClient(_ readBytes: Int = 1 << 16) throws {
    while true {
      switch try client.next(into: &clientBytes, atMost: readBytes) {
      case .handshakeFinished(let facts): clientFacts = facts
      case .bytes: continue
      case .closed:
        isClientClosed = true
        return
      case .needsMoreBytes: return
      }
    }
  }

  package func drainServer(_ readBytes: Int = 1 << 16) throws {
    while true {
      switch try server.next(into: &serverBytes, atMost: readBytes) {
      case .handshakeFinished(let facts): serverFacts = facts
      case .bytes: continue
      case .closed:
        isServerClosed = true
        return
      case .needsMoreBytes: return
      }
    }
  }

  /// Performs a handshake that must fail, and returns the error of each side.
  package func failures() -> (client: TLSError?, server: TLSError?) {
    var clientError: TLSError?
    var serverError: TLSError?
    for _ in 0..<10 {
      server.receive(client.takeOutput())
      do { try drainServer() } catch { serverError = error as? TLSError }
      client.receive(server.takeOutput())
      do { try drainClient() } catch { clientError = error as? TLSError }
    }
    return (clientError, serverError)
  }
}

/// Returns bytes that show whether a chunk is misplaced.
package func patternBytes(_ count: Int) -> [UInt8] {
  (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ ($0 >> 8) &* 7) }
}
