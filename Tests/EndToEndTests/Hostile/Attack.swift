import Sockets
import System
import TLS
import TestSupport
import Testing

/// The connections of one hostile address, on a separate loop.
final class Attack {
  /// The address of the attacker; other clients use 127.0.0.1.
  static let address = "127.0.0.2"

  let server: ServerProcess
  let loop: EventLoop
  private let source: String
  private let http1: TLSContext
  private let http2: TLSContext

  init(on server: ServerProcess, from source: String, loop: EventLoop) throws {
    (self.server, self.loop, self.source) = (server, loop, source)
    http1 = try TLSContext.client(trusting: server.certificate)
    http2 = try TLSContext.client(trusting: server.certificate, applicationProtocols: ["h2"])
  }

  /// Returns a new HTTP/1.1 connection.
  func connect() async throws -> HostileClient { try await connect(http1) }

  /// Returns a new HTTP/2 connection, after sending the preface.
  ///
  /// - Parameter streamWindow: the bytes of each response that the server may send.
  func connectHTTP2(streamWindow: UInt32 = 65_535) async throws -> HostileClient {
    let client = try await connect(http2)
    try await client.beginHTTP2(streamWindow: streamWindow)
    return client
  }

  private func connect(_ context: TLSContext) async throws -> HostileClient {
    let socket = try SocketStream.connect(to: server.address, from: source, on: loop)
    return HostileClient(
      try await TLSStream.connect(
        over: socket, to: server.address.hostText, context: context, until: .after(hangTimeout)))
  }
}

extension ServerProcess {
  /// Runs an attack from another address than that of the other clients.
  @discardableResult
  func attacked<Value: Sendable>(
    from source: String = Attack.address,
    _ body: @escaping @Sendable (Attack) async throws -> Value
  ) async throws -> Value {
    let loop = try EventLoop(name: "attack")
    defer { loop.stop() }
    return try await loop.run {
      try await body(try Attack(on: self, from: source, loop: loop))
    }
  }

  /// Runs an attack, and repeats a call from another address until the attack is over.
  func attacked<Value: Sendable>(
    beside call: @escaping @Sendable (TestClient) async throws -> Void,
    _ attack: @escaping @Sendable (Attack) async throws -> Value
  ) async throws -> Value {
    let isOver = Lock(false)
    async let calling: Void = withClient { client in
      var isLast = false
      while !isLast {
        isLast = isOver.withLock { $0 }
        try await call(client)
      }
    }
    let value: Value
    do {
      value = try await attacked(attack)
    } catch {
      isOver.withLock { $0 = true }
      throw error
    }
    isOver.withLock { $0 = true }
    try await calling
    return value
  }

  /// Runs an attack, and calls /livez from another address until it is over; every call must
  /// succeed.
  func servesOthers<Value: Sendable>(
    during attack: @escaping @Sendable (Attack) async throws -> Value
  ) async throws -> Value {
    try await attacked(
      beside: { client in
        let status = try await client.response(to: .get("/livez")).status
        #expect(status == 200)
      }, attack)
  }
}
