@testable import TLS

/// A client and a server whose bytes go from hand to hand.
final class EnginePair {
  let client: TLSEngine
  let server: TLSEngine
  private(set) var clientFacts: TLSSessionFacts?
  private(set) var serverFacts: TLSSessionFacts?
  /// What each has read.
  var clientBytes: [UInt8] = []
  var serverBytes: [UInt8] = []
  private(set) var clientClosed = false
  private(set) var serverClosed = false

  init(_ client: TLSEngine, _ server: TLSEngine) {
    self.client = client
    self.server = server
  }

  convenience init(
    server: TLSContext, client: TLSContext, host: String = "chatter.test",
    resuming session: TLSSession? = nil
  ) throws {
    self.init(
      try TLSEngine(connectingTo: host, context: client, resuming: session),
      try TLSEngine(accepting: server))
  }

  /// A pair with the shared P-256 certificate.
  convenience init() throws {
    try self.init(server: TestContexts.server(), client: TestContexts.client())
  }

  /// A pair whose handshake is done.
  static func open() throws -> EnginePair {
    let pair = try EnginePair()
    try pair.settle()
    return pair
  }

  /// Lets bytes go back and forth, in pieces of `chunk`, until both sides have nothing to say.
  func settle(chunk: Int = .max, readBytes: Int = 1 << 16) throws {
    var isMoving = true
    while isMoving {
      let clientMoved = try turnClient(chunk: chunk, readBytes: readBytes)
      let serverMoved = try turnServer(chunk: chunk, readBytes: readBytes)
      isMoving = clientMoved || serverMoved
    }
  }

  private func turnClient(chunk: Int, readBytes: Int) throws -> Bool {
    let arrived = server.takeOutput()
    try Self.pieces(of: arrived, chunk) { piece in
      client.receive(piece)
      try drainClient(readBytes)
    }
    try drainClient(readBytes)
    return !arrived.isEmpty
  }

  private func turnServer(chunk: Int, readBytes: Int) throws -> Bool {
    let arrived = client.takeOutput()
    try Self.pieces(of: arrived, chunk) { piece in
      server.receive(piece)
      try drainServer(readBytes)
    }
    try drainServer(readBytes)
    return !arrived.isEmpty
  }

  private static func pieces(
    of bytes: [UInt8], _ chunk: Int, _ body: (ArraySlice<UInt8>) throws -> Void
  ) rethrows {
    var rest = bytes[...]
    while !rest.isEmpty {
      try body(rest.prefix(chunk))
      rest = rest.dropFirst(chunk)
    }
  }

  func drainClient(_ readBytes: Int = 1 << 16) throws {
    while true {
      switch try client.next(into: &clientBytes, atMost: readBytes) {
      case .handshakeFinished(let facts): clientFacts = facts
      case .bytes: continue
      case .closed:
        clientClosed = true
        return
      case .needsMoreBytes: return
      }
    }
  }

  func drainServer(_ readBytes: Int = 1 << 16) throws {
    while true {
      switch try server.next(into: &serverBytes, atMost: readBytes) {
      case .handshakeFinished(let facts): serverFacts = facts
      case .bytes: continue
      case .closed:
        serverClosed = true
        return
      case .needsMoreBytes: return
      }
    }
  }

  /// Settles a handshake that must fail, and says how each side has seen it.
  func failures() -> (client: TLSError?, server: TLSError?) {
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

/// Bytes in which every misplaced piece shows.
func patternBytes(_ count: Int) -> [UInt8] {
  (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ ($0 >> 8) &* 7) }
}
