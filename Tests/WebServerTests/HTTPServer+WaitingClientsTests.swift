import EventLoop
import HTTP
import Sockets
import TestSupport
import Testing

@testable import WebServer

/// Tests a claim of the threat model: a thousand connections that only wait do not affect others.
@Suite("A thousand slow clients (needs 3000 descriptors)", .needs(.time))
struct WaitingClientsTests {
  private static let clientCount = 500

  private static var limits: ServerLimits {
    var limits = ServerLimits()
    limits.connectionsPerAddressMax = 2000
    limits.handshakeTimeout = .seconds(60)
    // A sanitizer makes everything slower by an order of magnitude, including the clients.
    limits.headTimeout = Sanitizer.isOn ? .seconds(15) : .milliseconds(1500)
    return limits
  }

  @Test func servesOthersBeside1000SlowAndSilentClients() async throws {
    try #require(DescriptorLimit.raise() >= 3000)
    try await TestServer.serving(limits: Self.limits, loopCount: 2) { server in
      let slowAreConnected = Gate()
      let othersAreDone = Gate()
      let slow = Task {
        try await server.withClients { clients in
          try await Self.drip(clients, server, connected: slowAreConnected, until: othersAreDone)
        }
      }
      await slowAreConnected.wait()
      #expect(server.server.connectionCount >= Self.clientCount)
      try await withThrowingTaskGroup { group in
        for _ in 0..<4 {
          group.addTask {
            try await server.withClient { client in
              for number in 0..<100 {
                try await client.send(get("/\(number)"))
                try #require(try await client.response()?.text == "/\(number)")
              }
            }
          }
        }
        try await group.waitForAll()
      }
      othersAreDone.open()
      #expect(try await slow.value == Self.clientCount)
      #expect(await server.hasConnections(0))
      let statuses = server.events.accessRecords.map(\.status)
      #expect(statuses.filter { $0 == 200 }.count == 400)
      #expect(statuses.filter { $0 == 408 }.count == Self.clientCount)
    }
  }

  /// Opens the slow clients, sends byte by byte, and returns the number of 408 responses.
  private static func drip(
    _ clients: ClientLoop, _ server: TestServer, connected: Gate, until done: Gate
  ) async throws -> Int {
    defer { connected.open() }
    var silent: [SocketStream] = []
    var dripping: [TestClient] = []
    for _ in 0..<clientCount { silent.append(try await clients.connectSocket()) }
    for _ in 0..<clientCount { dripping.append(try await clients.connect()) }
    for client in dripping { try await client.send("GET / HTTP/1.1\r\n") }
    connected.open()
    // Each client sends a byte in every round, until the server has closed all of them.
    let deadline = Deadline.after(.seconds(30))
    while server.events.accessRecords.count(where: { $0.status == 408 }) < clientCount {
      try #require(!deadline.hasPassed)
      for client in dripping { try? await client.send("x") }
      try await clients.loop.sleep(until: .after(.milliseconds(50)))
    }
    await done.wait()
    var timeoutCount = 0
    for client in dripping {
      if try await client.response()?.status == 408 { timeoutCount += 1 }
      client.close()
    }
    for socket in silent { socket.close() }
    return timeoutCount
  }
}
