import Crypto
import HTTP
import Sockets
import Synchronization
import System
import TLS
import TestSupport
import Testing

@testable import WebServer

/// A server on loopback with an app of the test, and clients for it.
final class TestServer: Sendable {
  typealias App = @Sendable (EventLoop, Request) async -> Response

  let server: HTTPServer
  let loops: [EventLoop]
  /// The clock of the loops; nil for the system's.
  private let clock: VirtualClock?
  let events: EventRecord
  private let directory: TemporaryDirectory
  /// The certificate file that clients trust.
  let certificate: String
  private let serving: Task<Void, Never>
  private let stopping: AsyncStream<Void>.Continuation

  init(
    limits: ServerLimits = ServerLimits(), loopCount: Int = 1,
    addresses: [SocketAddress] = [.loopback()], proxies: [AddressPrefix] = [],
    isPlain: Bool = false, clock: VirtualClock? = nil, handler: @escaping App
  ) async throws {
    self.clock = clock
    directory = try TemporaryDirectory()
    let files = CertifiedKeyFiles(
      certificate: directory.path + "/server.crt", privateKey: directory.path + "/server.key")
    try CertificateRequest(hosts: ["localhost", "127.0.0.1", "::1"]).make().write(to: files)
    certificate = files.certificate
    loops = try (0..<loopCount).map { try EventLoop(name: "test \($0)", clock: clock) }
    let events = EventRecord()
    self.events = events
    let server = try await HTTPServer(
      listeningOn: BoundPorts(addresses, loopCount: loops.count), loops: loops,
      contexts: isPlain
        ? nil : TLSContextSlot(files: files, applicationProtocols: ["h2", "http/1.1"]),
      limits: limits, proxies: proxies,
      observe: { events.append($0) },
      refusal: { Response($0, body: .bytes(Array($1.utf8))) },
      makeHandler: { loop in { await handler(loop, $0) } })
    self.server = server
    let (stream, stopping) = AsyncStream<Void>.makeStream()
    self.stopping = stopping
    serving = Task { await server.run { for await _ in stream {} } }
  }

  /// Runs a test against a server, which is always stopped afterwards.
  static func serving<Value: Sendable>(
    limits: ServerLimits = ServerLimits(), loopCount: Int = 1,
    addresses: [SocketAddress] = [.loopback()], proxies: [AddressPrefix] = [],
    isPlain: Bool = false, clock: VirtualClock? = nil, handler: @escaping App = plainApp,
    _ body: (TestServer) async throws -> Value
  ) async throws -> Value {
    let server = try await TestServer(
      limits: limits, loopCount: loopCount, addresses: addresses, proxies: proxies,
      isPlain: isPlain, clock: clock, handler: handler)
    let result: Result<Value, any Error>
    do { result = .success(try await body(server)) } catch { result = .failure(error) }
    await server.stop()
    return try result.get()
  }

  /// Runs a test against a server with one client.
  static func servingClient<Value: Sendable>(
    limits: ServerLimits = ServerLimits(), clock: VirtualClock? = nil,
    handler: @escaping App = plainApp,
    _ body: @escaping @Sendable (TestServer, TestClient) async throws -> Value
  ) async throws -> Value {
    try await serving(limits: limits, clock: clock, handler: handler) { server in
      try await server.withClient { client in try await body(server, client) }
    }
  }

  var address: SocketAddress { server.addresses[0] }

  /// Stops the server and waits for its end.
  func stop() async {
    beginStopping()
    await serving.value
    for loop in loops { loop.stop() }
  }

  func beginStopping() { stopping.finish() }

  /// Cancels the server, without its orderly stop.
  func cancel() async {
    serving.cancel()
    await serving.value
  }

  /// Waits until this number of connections is open.
  func hasConnections(_ count: Int, at location: SourceLocation = #_sourceLocation) async throws {
    try await eventually(at: location) { self.server.connectionCount == count }
  }

  /// Waits until something on a loop waits until exactly a timeout from now, by the virtual clock.
  func waits(for timeout: Duration, at location: SourceLocation = #_sourceLocation) async throws {
    let end = try #require(clock).now.advanced(by: timeout)
    try await eventually(at: location) { try await self.hasWait(until: end) }
  }

  /// Waits as `waits(for:)` does, and lets all but a millisecond of the timeout pass, after which
  /// the wait must go on, and then that millisecond.
  func letPass(_ timeout: Duration, at location: SourceLocation = #_sourceLocation) async throws {
    try await waits(for: timeout, at: location)
    let clock = try #require(clock)
    let end = clock.now.advanced(by: timeout)
    try await clock.advance(by: timeout - .milliseconds(1))
    #expect(try await hasWait(until: end), sourceLocation: location)
    try await clock.advance(by: .milliseconds(1))
  }

  private func hasWait(until deadline: Deadline) async throws -> Bool {
    for loop in loops {
      if try await loop.run({ loop.hasWait(until: deadline) }) { return true }
    }
    return false
  }

  /// Runs a client on a loop of its own.
  @discardableResult
  func withClient<Value: Sendable>(
    _ body: @escaping @Sendable (TestClient) async throws -> Value
  ) async throws -> Value {
    try await TestClient.connected(to: address, trusting: certificate, body)
  }

  /// Runs a test on a loop for clients.
  @discardableResult
  func withClients<Value: Sendable>(
    _ body: @escaping @Sendable (ClientLoop) async throws -> Value
  ) async throws -> Value {
    let loop = try EventLoop(name: "clients")
    defer { loop.stop() }
    let clients = ClientLoop(
      loop: loop, address: address, context: try TLSContext.client(trusting: certificate))
    return try await loop.run { try await body(clients) }
  }
}

/// Connects clients of one server on one loop.
struct ClientLoop: Sendable {
  let loop: EventLoop
  let address: SocketAddress
  let context: TLSContext

  /// A connection without TLS.
  func connectSocket() async throws -> SocketStream {
    try await SocketStream.connect(to: address, on: loop, until: .after(.seconds(60)))
  }

  /// Whether connections to the server's address are refused.
  func isRefused() async -> Bool {
    do {
      try await connectSocket().close()
      return false
    } catch {
      return true
    }
  }

  func connect() async throws -> TestClient {
    try await secure(connectSocket())
  }

  func secure(_ transport: any TLSTransport) async throws -> TestClient {
    TestClient(
      try await TLSStream.connect(
        over: transport, to: address.hostText, context: context, until: .after(.seconds(60))))
  }
}

extension ServerLimits {
  /// Returns the default limits with some changes.
  static func with(_ change: (inout ServerLimits) -> Void) -> ServerLimits {
    var limits = ServerLimits()
    change(&limits)
    return limits
  }
}

extension SocketStream {
  /// Reads until the end of the connection, orderly or not.
  @discardableResult
  func readToEnd() async throws -> String {
    var bytes: [UInt8] = []
    do {
      while try await read(into: &bytes, atMost: 4096, until: .after(.seconds(60))) > 0 {}
    } catch StreamError.reset {}
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// Responds to each request with its path, and reads no body.
func plainApp(_ loop: EventLoop, _ request: Request) async -> Response {
  Response(.ok, body: .bytes(Array(request.path.utf8)))
}

/// Responds with the method, the path and the body of the request, or with the error of the body.
func echoApp(_ loop: EventLoop, _ request: Request) async -> Response {
  #expect(loop.isCurrent)
  do {
    let body = try await request.body.collect(atMost: 64 << 20)
    return Response(.ok, body: .bytes(Array("\(request.method) \(request.path) ".utf8) + body))
  } catch {
    return Response(error.status, body: .bytes(Array("\(error)".utf8)))
  }
}

/// A request without a body.
func get(_ path: String, version: String = "1.1", fields: String = "") -> String {
  "GET \(path) HTTP/\(version)\r\nHost: localhost\r\n\(fields)\r\n"
}

/// A request with a body of known length.
func post(_ path: String, _ body: String, fields: String = "") -> String {
  "POST \(path) HTTP/1.1\r\nHost: localhost\r\n\(fields)Content-Length: \(body.utf8.count)\r\n\r\n"
    + body
}
