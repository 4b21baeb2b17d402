import Sockets
import System
import TestSupport

/// A relay between clients and one server, which forwards what each side sends.
final class Relay: Sendable {
  enum Kind: Sendable {
    /// An HTTP proxy, which opens tunnels to its server for any requested name.
    case proxy
    /// Forwards everything, until its connections are frozen.
    case plain
  }

  /// Both ends of a tunnel. They are made and used only on the relay's loop, which makes it safe
  /// for two tasks of that loop to share them.
  private final class Tunnel: @unchecked Sendable {
    let client: SocketStream
    let server: SocketStream
    /// The number of the relay's connection, counted from 1.
    var number = 0

    init(_ client: SocketStream, _ server: SocketStream) {
      self.client = client
      self.server = server
    }

    func close() {
      client.close()
      server.close()
    }
  }

  private let address: SocketAddress
  private let kind: Kind
  private let requestedTargets = Lock<[String]>([])
  private let connections = Lock(0)
  /// The number of connections when they were frozen.
  private let frozen = Lock(0)

  private init(to address: SocketAddress, as kind: Kind) {
    self.address = address
    self.kind = kind
  }

  /// The requested names and ports.
  var targets: [String] { requestedTargets.withLock { $0 } }
  /// The number of connections that were accepted.
  var connectionCount: Int { connections.withLock { $0 } }

  /// Forwards nothing more on the present connections, and leaves them open, as a lost route does.
  func freeze() {
    let count = connectionCount
    frozen.withLock { $0 = count }
  }

  /// Runs a body beside a relay, with its address.
  static func with<Value: Sendable>(
    to address: SocketAddress, as kind: Kind,
    _ body: (Relay, SocketAddress) async throws -> Value
  ) async throws -> Value {
    let relay = Relay(to: address, as: kind)
    let loop = try EventLoop(name: "relay")
    defer { loop.stop() }
    let (ports, continuation) = AsyncStream<UInt16>.makeStream()
    let serving = Task(executorPreference: loop) {
      try await relay.serve(on: loop) { continuation.yield($0) }
    }
    defer { serving.cancel() }
    var iterator = ports.makeAsyncIterator()
    return try await body(relay, .loopback(port: await iterator.next() ?? 0))
  }

  private func serve(on loop: EventLoop, _ didListen: (UInt16) -> Void) async throws {
    let listener = try Listener(on: .loopback(), loop: loop)
    didListen(listener.address.port)
    defer { listener.close() }
    while true {
      let client = try await listener.accept()
      let server = try await SocketStream.connect(
        to: address, on: loop, until: .after(hangTimeout))
      let tunnel = Tunnel(client, server)
      Task(executorPreference: loop) {
        defer { tunnel.close() }
        try? await self.open(tunnel, on: loop)
      }
    }
  }

  private func open(_ tunnel: Tunnel, on loop: EventLoop) async throws {
    tunnel.number = connections.withLock { count in
      count += 1
      return count
    }
    if kind == .proxy { guard try await acceptsTunnel(tunnel.client) else { return } }
    Task(executorPreference: loop) {
      defer { tunnel.close() }
      try? await self.pumpDown(tunnel)
    }
    try await pumpUp(tunnel)
  }

  /// Reads a client's CONNECT and accepts it (RFC 9110 section 9.3.6); false if there is none.
  private func acceptsTunnel(_ client: SocketStream) async throws -> Bool {
    var head: [UInt8] = []
    while head.suffix(4) != Array("\r\n\r\n".utf8)[...] {
      guard try await client.read(into: &head, atMost: 4096, until: .never) > 0 else {
        return false
      }
    }
    let line = String(decoding: head, as: UTF8.self).split(separator: " ")
    guard line[0] == "CONNECT" else { return false }
    requestedTargets.withLock { $0.append(String(line[1])) }
    let response = Array("HTTP/1.1 200 Connection established\r\n\r\n".utf8)
    try await client.write(response[...], until: .never)
    return true
  }

  private func pumpUp(_ tunnel: Tunnel) async throws {
    var chunk: [UInt8] = []
    while try await tunnel.client.read(into: &chunk, atMost: 1 << 16, until: .never) > 0 {
      if !isFrozen(tunnel) { try await tunnel.server.write(chunk[...], until: .never) }
      chunk = []
    }
  }

  private func pumpDown(_ tunnel: Tunnel) async throws {
    var chunk: [UInt8] = []
    while try await tunnel.server.read(into: &chunk, atMost: 1 << 16, until: .never) > 0 {
      if !isFrozen(tunnel) { try await tunnel.client.write(chunk[...], until: .never) }
      chunk = []
    }
  }

  private func isFrozen(_ tunnel: Tunnel) -> Bool { frozen.withLock { $0 >= tunnel.number } }
}
