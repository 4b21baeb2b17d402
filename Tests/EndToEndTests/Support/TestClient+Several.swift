import Sockets
import System
import TLS
import TestSupport

extension TestClient {
  /// Connects to a server, on the loop on which it is called.
  static func connect(
    to server: ServerProcess, _ context: TLSContext, on loop: EventLoop
  ) async throws -> TestClient {
    let socket = try await SocketStream.connect(
      to: server.address, on: loop, until: .after(hangTimeout))
    let tls = try await TLSStream.connect(
      over: socket, to: server.address.hostText, context: context, until: .after(hangTimeout))
    return TestClient(tls)
  }

  /// Runs a client of each server; they share one loop.
  static func connected<Value: Sendable>(
    to servers: [ServerProcess],
    _ body: @escaping @Sendable ([TestClient]) async throws -> Value
  ) async throws -> Value {
    let loop = try EventLoop(name: "clients")
    defer { loop.stop() }
    return try await loop.run {
      var clients: [TestClient] = []
      defer { for client in clients { client.close() } }
      for server in servers {
        let context = try TLSContext.client(trusting: server.certificate)
        clients.append(try await connect(to: server, context, on: loop))
      }
      return try await body(clients)
    }
  }
}
