import Sockets
import System
import TestSupport
import Testing
import WebServer

@testable import ChatterDaemon

struct ServeOperatorsTests {
  /// More than an address, and than the server, may have open.
  private static let silentCount = 100
  private static let connectionsPerAddressMax = 16

  /// Runs a body, on a loop for clients, beside a server with a loop of virtual time.
  private func serving(
    _ body: @escaping @Sendable (SocketAddress, EventLoop, VirtualClock) async throws -> Void
  ) async throws {
    let clock = VirtualClock()
    let loop = try EventLoop(name: "admin", clock: clock)
    defer { loop.stop() }
    let server = try await HTTPServer.forOperators(
      BoundPorts([.loopback()], loopCount: 1), on: loop
    ) { AdminAppTests.app() }
    let serving = Task { await server.run() }
    let address = server.addresses[0]
    let result = await result { try await onLoop { try await body(address, $0, clock) } }
    serving.cancel()
    await serving.value
    try result.get()
  }

  /// Returns all that a connection receives until its end.
  private func rest(of socket: SocketStream) async throws -> String {
    var bytes: [UInt8] = []
    do {
      while try await socket.read(into: &bytes, atMost: 4096, until: .after(soon)) > 0 {}
    } catch StreamError.reset {}
    socket.close()
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Requests the metrics from an address; returns the status line, which is empty if the
  /// connection is refused.
  private func status(
    of server: SocketAddress, from source: String, on loop: EventLoop
  ) async throws -> String {
    let socket = try SocketStream.connect(to: server, from: source, on: loop)
    let request = "GET /metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    try? await socket.write(Array(request.utf8)[...], until: .after(soon))
    return String(try await rest(of: socket).prefix { $0 != "\r\n" })
  }

  @Test func keepsSilentConnectionsOfOneAddressOnlyBriefly() async throws {
    try await serving { server, loop, clock in
      var silent: [SocketStream] = []
      for number in 0..<Self.silentCount {
        let socket = try SocketStream.connect(to: server, from: "127.0.0.1", on: loop)
        // Half of those that are accepted begin a request.
        if number < Self.connectionsPerAddressMax, number.isMultiple(of: 2) {
          try await socket.write(Array("GET /met".utf8)[...], until: .after(soon))
        }
        silent.append(socket)
      }
      #expect(try await status(of: server, from: "127.0.0.2", on: loop) == "HTTP/1.1 200 OK")
      for socket in silent[Self.connectionsPerAddressMax...] {
        #expect(try await rest(of: socket).isEmpty)
      }
      try await clock.advance(by: .seconds(5) - .milliseconds(1))
      #expect(try await status(of: server, from: "127.0.0.1", on: loop).isEmpty)
      try await clock.advance(by: .milliseconds(1))
      for (number, socket) in silent[..<Self.connectionsPerAddressMax].enumerated() {
        let text = try await rest(of: socket)
        #expect(number.isMultiple(of: 2) ? text.hasPrefix("HTTP/1.1 408 ") : text.isEmpty)
      }
      #expect(try await status(of: server, from: "127.0.0.1", on: loop) == "HTTP/1.1 200 OK")
    }
  }
}
