import Sockets
import TestSupport

/// Stands between clients and one server, and passes on what they say.
final class Relay: Sendable {
  enum Kind: Sendable {
    /// An HTTP proxy, which makes tunnels to its server whatever name is asked of it.
    case proxy
    /// Cuts its first connections when so many bytes have gone up and the server has answered them
    /// with anything: what that was is lost.
    case cutting(bytesUp: Int, times: Int)
    /// Passes everything on, until its connections are frozen.
    case plain
  }

  /// Both ends of a tunnel; they are made and used on the proxy's loop alone, which is what lets two
  /// tasks of that loop share them.
  private final class Tunnel: @unchecked Sendable {
    let client: SocketStream
    let server: SocketStream
    var bytesUp = 0
    /// After so many bytes up, whatever comes down ends the tunnel.
    var bytesUpMax = Int.max
    /// Which of the relay's connections it is, from 1.
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
  private let asked = Lock<[String]>([])
  private let connections = Lock(0)
  private let cuts = Lock(0)
  /// How many connections were there when they were frozen.
  private let frozen = Lock(0)

  private init(to address: SocketAddress, as kind: Kind) {
    self.address = address
    self.kind = kind
  }

  /// The names and ports that were asked for.
  var targets: [String] { asked.withLock { $0 } }
  /// How many connections were made to it.
  var connectionCount: Int { connections.withLock { $0 } }

  /// Lets nothing more through on the connections of now, and leaves them open: a path that has gone.
  func freeze() {
    let count = connectionCount
    frozen.withLock { $0 = count }
  }

  /// How many connections were cut.
  var cutCount: Int { cuts.withLock { $0 } }

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
        to: address, on: loop, until: .after(.seconds(20)))
      let tunnel = Tunnel(client, server)
      Task(executorPreference: loop) {
        defer { tunnel.close() }
        try? await self.open(tunnel, on: loop)
      }
    }
  }

  private func open(_ tunnel: Tunnel, on loop: EventLoop) async throws {
    let number = connections.withLock { count in
      count += 1
      return count
    }
    tunnel.number = number
    switch kind {
    case .proxy:
      guard try await isAsked(tunnel.client) else { return }
    case .cutting(let bytesUp, let times):
      if number <= times { tunnel.bytesUpMax = bytesUp }
    case .plain: break
    }
    Task(executorPreference: loop) {
      defer { tunnel.close() }
      try? await self.pumpDown(tunnel)
    }
    try await pumpUp(tunnel)
  }

  /// Reads what a client wants of a proxy, and agrees to it (RFC 9110 section 9.3.6).
  private func isAsked(_ client: SocketStream) async throws -> Bool {
    var head: [UInt8] = []
    while head.suffix(4) != Array("\r\n\r\n".utf8)[...] {
      guard try await client.read(into: &head, atMost: 4096, until: .never) > 0 else {
        return false
      }
    }
    let line = String(decoding: head, as: UTF8.self).split(separator: " ")
    guard line[0] == "CONNECT" else { return false }
    asked.withLock { $0.append(String(line[1])) }
    let response = Array("HTTP/1.1 200 Connection established\r\n\r\n".utf8)
    try await client.write(response[...], until: .never)
    return true
  }

  private func pumpUp(_ tunnel: Tunnel) async throws {
    var chunk: [UInt8] = []
    while try await tunnel.client.read(into: &chunk, atMost: 1 << 16, until: .never) > 0 {
      if !isFrozen(tunnel) { try await tunnel.server.write(chunk[...], until: .never) }
      tunnel.bytesUp += chunk.count
      chunk = []
    }
  }

  private func pumpDown(_ tunnel: Tunnel) async throws {
    var chunk: [UInt8] = []
    while try await tunnel.server.read(into: &chunk, atMost: 1 << 16, until: .never) > 0 {
      guard tunnel.bytesUp < tunnel.bytesUpMax else {
        cuts.withLock { $0 += 1 }
        return
      }
      if !isFrozen(tunnel) { try await tunnel.client.write(chunk[...], until: .never) }
      chunk = []
    }
  }

  private func isFrozen(_ tunnel: Tunnel) -> Bool { frozen.withLock { $0 >= tunnel.number } }
}
