import HTTP
import Sockets
import Synchronization
import TLS
import TestSupport
import Testing

@testable import WebServer

/// A server on loopback with an app of the test's own, and clients for it.
final class TestServer: Sendable {
  let loops: [EventLoop]
  let address: SocketAddress
  let events: EventRecord
  private let directory: TemporaryDirectory
  /// What a client trusts.
  let certificate: String
  private let serving: Task<Void, Never>
  private let stopping: AsyncStream<Void>.Continuation

  init(
    limits: ServerLimits = ServerLimits(), loopCount: Int = 2,
    handler: @escaping @Sendable (EventLoop, Request) async -> Response
  ) async throws {
    directory = try TemporaryDirectory()
    let files = CertificateFiles(
      certificate: directory.path + "/server.crt", privateKey: directory.path + "/server.key")
    try CertificateRequest(hosts: ["localhost", "127.0.0.1"]).make().write(to: files)
    certificate = files.certificate
    loops = try (0..<loopCount).map { try EventLoop(name: "test \($0)") }
    let events = EventRecord()
    self.events = events
    let server = try await HTTPServer(
      listeningOn: [.loopback()], loops: loops,
      contexts: TLSContextSlot(files: files, applicationProtocols: ["http/1.1"]), limits: limits,
      observe: { events.append($0) },
      refusal: { Response($0, body: .bytes(Array($1.utf8))) },
      makeHandler: { loop in { await handler(loop, $0) } })
    address = server.addresses[0]
    let (stream, stopping) = AsyncStream<Void>.makeStream()
    self.stopping = stopping
    serving = Task { await server.run { for await _ in stream {} } }
  }

  /// Asks the server to stop and waits until it has.
  func stop() async {
    stopping.finish()
    await serving.value
    for loop in loops { loop.stop() }
  }

  /// Runs a client on a loop of its own.
  func withClient<Value: Sendable>(
    _ body: @escaping @Sendable (TestClient) async throws -> Value
  ) async throws -> Value {
    try await TestClient.connected(to: address, trusting: certificate, body)
  }
}

/// What a server has told, in order.
final class EventRecord: Sendable {
  private let events = Mutex<[ServerEvent]>([])

  func append(_ event: ServerEvent) { events.withLock { $0.append(event) } }

  var all: [ServerEvent] { events.withLock { $0 } }

  var exchanges: [Exchange] {
    all.compactMap { if case .exchange(let exchange) = $0 { exchange } else { nil } }
  }
}
