import HTTP
import Sockets
import TestSupport
import Testing

@testable import WebServer

/// The promise of the threat model: a thousand connections that only wait harm nobody.
@Suite("A crowd of slow clients (needs 3000 descriptors)")
struct CrowdTests {
  private static let crowdSize = 500

  private static var limits: ServerLimits {
    var limits = ServerLimits()
    limits.connectionsPerAddressMax = 2000
    limits.handshakeTimeout = .seconds(60)
    // A sanitizer makes everything slower by an order of magnitude, and the crowd with it.
    limits.headTimeout = Sanitizer.isOn ? .seconds(15) : .milliseconds(1500)
    return limits
  }

  @Test("500 that send a byte now and then and 500 that are silent do not keep others from service")
  func crowd() async throws {
    try #require(DescriptorLimit.raise() >= 3000)
    try await TestServer.serving(limits: Self.limits, loopCount: 2) { server in
      let crowdIsThere = Gate()
      let othersAreDone = Gate()
      let slow = Task {
        try await server.withClients { clients in
          try await Self.drip(clients, server, whenThere: crowdIsThere, until: othersAreDone)
        }
      }
      await crowdIsThere.wait()
      #expect(server.server.connectionCount >= Self.crowdSize)
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
      #expect(try await slow.value == Self.crowdSize)
      #expect(await server.hasConnections(0))
      let statuses = server.events.exchanges.map(\.status)
      #expect(statuses.filter { $0 == 200 }.count == 400)
      #expect(statuses.filter { $0 == 408 }.count == Self.crowdSize)
    }
  }

  /// Opens the crowd, lets it drip, and hands back how many were told 408.
  private static func drip(
    _ clients: ClientLoop, _ server: TestServer, whenThere: Gate, until done: Gate
  ) async throws -> Int {
    defer { whenThere.open() }
    var silent: [SocketStream] = []
    var dripping: [TestClient] = []
    for _ in 0..<crowdSize { silent.append(try await clients.connectSocket()) }
    for _ in 0..<crowdSize { dripping.append(try await clients.connect()) }
    for client in dripping { try await client.send("GET / HTTP/1.1\r\n") }
    whenThere.open()
    // Each of them a byte in every round, until the server has no patience with any.
    let deadline = Deadline.after(.seconds(30))
    while server.events.exchanges.count(where: { $0.status == 408 }) < crowdSize {
      try #require(!deadline.hasPassed)
      for client in dripping { try? await client.send("x") }
      try await clients.loop.sleep(until: .after(.milliseconds(50)))
    }
    await done.wait()
    var toldCount = 0
    for client in dripping {
      if try await client.response()?.status == 408 { toldCount += 1 }
      client.close()
    }
    for socket in silent { socket.close() }
    return toldCount
  }
}
