import HTTP
import Sockets
import System
import TLS
import TestSupport
import Testing

@testable import WebServer

struct HTTPServerTests {
  @Test func servesEachConnectionOnOneLoopAndUsesAllLoops() async throws {
    let app: TestServer.App = { loop, _ in
      #expect(loop.isCurrent)
      return Response(.ok, body: .bytes(Array("\(ObjectIdentifier(loop))".utf8)))
    }
    try await TestServer.serving(loopCount: 2, handler: app) { server in
      #expect(server.server.addresses.count == 1)
      let names = try await server.withClients { clients in
        var names: Set<String> = []
        for _ in 0..<40 {
          let client = try await clients.connect()
          try await client.send(get("/") + get("/"))
          let first = try await client.response()?.text
          #expect(try await client.response()?.text == first)
          names.insert(first ?? "")
          client.close()
        }
        return names
      }
      // The probability that all are on one loop is one in 2 to the 39th.
      #expect(names == Set(server.loops.map { "\(ObjectIdentifier($0))" }))
    }
  }

  @Test func bindsOnePortPerAddressForAllLoops() async throws {
    let addresses = [SocketAddress.loopback(), SocketAddress.loopback()]
    try await TestServer.serving(loopCount: 3, addresses: addresses) { server in
      #expect(server.server.addresses.count == 2)
      #expect(Set(server.server.addresses.map(\.port)).count == 2)
      for address in server.server.addresses {
        #expect(address.port != 0)
        try await TestClient.connected(to: address, trusting: server.certificate) { client in
          try await client.send(get("/here"))
          #expect(try await client.response()?.text == "/here")
        }
      }
    }
  }

  @Test func servesIPv4AndIPv6OnTheWildcardAddress() async throws {
    let any = try #require(SocketAddress(numericHost: "::", port: 0))
    let app: TestServer.App = { Response(.ok, body: .bytes(Array($1.client.text.utf8))) }
    try await TestServer.serving(addresses: [any], handler: app) { server in
      for host in ["::1", "127.0.0.1"] {
        let address = try #require(
          SocketAddress(numericHost: host, port: server.address.port))
        try await TestClient.connected(to: address, trusting: server.certificate) { client in
          try await client.send(get("/"))
          #expect(try await client.response()?.text == host)
        }
      }
      try await eventually {
        Set(server.events.accessRecords.map(\.remoteAddress)) == ["::1", "127.0.0.1"]
      }
    }
  }

  @Test func refusesAnAddressWhereAnotherServerListens() async throws {
    try await TestServer.serving { server in
      await #expect(throws: SocketError.addressInUse(server.address)) {
        _ = try await TestServer(addresses: [server.address], handler: plainApp)
      }
      try await server.withClient { client in
        try await client.send(get("/still"))
        #expect(try await client.response()?.text == "/still")
      }
    }
  }

  @Test func freesItsPortWhenItNeverRuns() async throws {
    let loops = try (0..<2).map { try EventLoop(name: "test \($0)") }
    defer { for loop in loops { loop.stop() } }
    var server: HTTPServer? = try await HTTPServer(
      listeningOn: BoundPorts([.undisturbedLoopback()], loopCount: loops.count), loops: loops,
      contexts: TestCertificate.contexts, limits: ServerLimits(), observe: { _ in },
      refusal: { status, _ in Response(status) },
      makeHandler: { loop in { await plainApp(loop, $0) } })
    let address = try #require(server?.addresses.first)
    server = nil
    try await address.becomesFree()
  }

  @Test func respondsToManyClientsAtOnce() async throws {
    try await TestServer.serving(loopCount: 2, handler: echoApp) { server in
      try await withThrowingTaskGroup { group in
        for client in 0..<8 {
          group.addTask {
            try await server.withClient { connection in
              for number in 0..<50 {
                try await connection.send(post("/\(client)/\(number)", "\(client * number)"))
                let response = try #require(try await connection.response())
                try #require(response.text == "POST /\(client)/\(number) \(client * number)")
              }
            }
          }
        }
        try await group.waitForAll()
      }
      try await eventually { Set(server.events.accessRecords.map(\.requestID)).count == 400 }
      try await server.hasConnections(0)
    }
  }
}
