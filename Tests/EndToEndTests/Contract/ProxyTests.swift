import Sockets
import System
import TLS
import TestSupport
import Testing

@Suite(.needs(.postgreSQL))
struct ProxyTests {
  /// Posts through a proxy, for a client with this address.
  private func post(
    _ server: ServerProcess, as address: String, on loop: EventLoop
  ) async throws -> Int {
    try await loop.run {
      let socket = try await SocketStream.connect(
        to: server.address, on: loop, until: .after(hangTimeout))
      let header = "PROXY TCP4 \(address) 127.0.0.1 50000 443\r\n"
      try await socket.write(Array(header.utf8)[...], until: .after(hangTimeout))
      let context = try TLSContext.client(trusting: server.certificate)
      let tls = try await TLSStream.connect(
        over: socket, to: server.address.hostText, context: context, until: .after(hangTimeout))
      defer { tls.close() }
      return try await TestClient(tls).response(to: .text("ada", "from \(address)")).status
    }
  }

  @Test func usesClientAddressesFromTheProxyHeader() async throws {
    let server = try await ServerProcess(
      options: ["--proxy-protocol-from", "127.0.0.1/32", "--rate-limit", "0.01"])
    let loop = try EventLoop(name: "clients")
    defer { loop.stop() }
    #expect(try await post(server, as: "192.0.2.1", on: loop) == 200)
    #expect(try await post(server, as: "192.0.2.2", on: loop) == 200)
    #expect(try await post(server, as: "192.0.2.1", on: loop) == 429)
    await #expect(throws: (any Error).self) {
      try await server.withClient { try await $0.response(to: .get("/livez")) }
    }
    #expect(try await server.stop() == .exited(0))
    #expect(server.program.errors.contains("192.0.2.2"))
    #expect(server.program.errors.contains("no PROXY header"))
  }

  @Test func rejectsProxyHeadersWithoutTheOption() async throws {
    let server = try await ServerProcess()
    let loop = try EventLoop(name: "clients")
    defer { loop.stop() }
    await #expect(throws: (any Error).self) {
      try await post(server, as: "192.0.2.1", on: loop)
    }
    #expect(try await server.withClient { try await $0.response(to: .get("/livez")).status } == 200)
    #expect(try await server.stop() == .exited(0))
  }
}
