import HTTP
import Sockets
import TLS
import TestSupport
import Testing

@testable import WebServer

@Suite("What one address may use of a tick of a loop (needs a socket)")
struct TickQuotaTests {
  /// When requests were handled: how many of each client in each tick, and in which order.
  private final class Log: Sendable {
    private let state = Lock<(counts: [String: [UInt64: Int]], order: [String])>(([:], []))

    func note(_ client: String, _ tick: UInt64) {
      state.withLock { state in
        state.counts[client, default: [:]][tick, default: 0] += 1
        state.order.append(client)
      }
    }

    func countPerTickMax(_ client: String) -> Int {
      state.withLock { $0.counts[client]?.values.max() ?? 0 }
    }

    var order: [String] { state.withLock { $0.order } }
  }

  @Test("work beyond the quota waits for later ticks, in order; others' does not wait for it")
  func ticks() async throws {
    let loop = try EventLoop(name: "test")
    defer { loop.stop() }
    let log = Log()
    try await loop.run {
      let (busy, quiet) = (TickQuota(on: loop), TickQuota(on: loop))
      await withDiscardingTaskGroup { group in
        for number in 0..<1000 {
          group.addTask(executorPreference: loop) {
            await busy.take(TickQuota.requestUnits)
            log.note("busy \(number)", loop.tick)
            log.note("busy", loop.tick)
          }
        }
        group.addTask(executorPreference: loop) {
          await quiet.take(TickQuota.requestUnits)
          log.note("quiet", loop.tick)
        }
      }
    }
    #expect(log.countPerTickMax("busy") == TickQuota.unitsMax)
    let order = log.order.filter { $0 != "busy" }
    let place = try #require(order.firstIndex(of: "quiet"))
    #expect(place <= TickQuota.unitsMax, "it did not wait for the others")
    #expect(order.filter { $0 != "quiet" } == (0..<1000).map { "busy \($0)" })
  }

  @Test("expensive work uses more of it, and the last of a tick may exceed it")
  func units() async throws {
    let loop = try EventLoop(name: "test")
    defer { loop.stop() }
    let log = Log()
    try await loop.run {
      let quota = TickQuota(on: loop)
      await quota.take(TickQuota.requestUnits)
      await withDiscardingTaskGroup { group in
        for _ in 0..<50 {
          group.addTask(executorPreference: loop) {
            await quota.take(TickQuota.handshakeUnits)
            log.note("handshake", loop.tick)
          }
        }
      }
    }
    #expect(log.countPerTickMax("handshake") == TickQuota.unitsMax / TickQuota.handshakeUnits)
    #expect(log.order.count == 50)
  }

  @Test("those that wait end with the loop")
  func stopping() async throws {
    let loop = try EventLoop(name: "test")
    let log = Log()
    try await loop.run {
      let quota = TickQuota(on: loop)
      await withDiscardingTaskGroup { group in
        for _ in 0..<1000 {
          group.addTask(executorPreference: loop) {
            await quota.take(TickQuota.requestUnits)
            log.note("any", loop.tick)
            loop.stop()
          }
        }
      }
    }
    #expect(log.order.count == 1000)
  }

  /// A proxy's connection for a client of this address.
  private static func connect(
    _ clients: ClientLoop, _ server: TestServer, as address: String,
    _ protocolName: String = "http/1.1"
  ) async throws -> (SocketStream, TLSStream) {
    let socket = try await clients.connectSocket()
    let header = "PROXY TCP4 \(address) 127.0.0.1 1 1\r\n"
    try await socket.write(Array(header.utf8)[...], until: .after(.seconds(60)))
    let context = try TLSContext.client(
      trusting: server.certificate, applicationProtocols: [protocolName])
    let stream = try await TLSStream.connect(
      over: socket, to: clients.address.hostText, context: context, until: .after(.seconds(60)))
    return (socket, stream)
  }

  @Test("many connections of one address that pipeline requests leave another its turn")
  func pipelines() async throws {
    let log = Log()
    let app: TestServer.App = { loop, request in
      log.note(request.client.text, loop.tick)
      return Response(.ok)
    }
    let proxies = [try #require(AddressPrefix("127.0.0.1"))]
    try await TestServer.serving(proxies: proxies, handler: app) { server in
      try await server.withClients { clients in
        var busy: [TestClient] = []
        for _ in 0..<40 {
          busy.append(TestClient(try await Self.connect(clients, server, as: "192.0.2.1").1))
        }
        let quiet = TestClient(try await Self.connect(clients, server, as: "192.0.2.2").1)
        for client in busy { try await client.send(String(repeating: get("/"), count: 100)) }
        try await quiet.send(get("/"))
        #expect(try await quiet.response()?.status == 200)
        quiet.close()
        for client in busy {
          for _ in 0..<100 { #expect(try await client.response()?.status == 200) }
          client.close()
        }
      }
    }
    #expect(log.order.count == 4001)
    #expect(log.countPerTickMax("192.0.2.1") <= TickQuota.unitsMax)
  }

  @Test("so do connections of HTTP/2 with many streams")
  func streams() async throws {
    let log = Log()
    let app: TestServer.App = { loop, request in
      log.note(request.client.text, loop.tick)
      return Response(.ok)
    }
    let proxies = [try #require(AddressPrefix("127.0.0.1"))]
    try await TestServer.serving(proxies: proxies, handler: app) { server in
      try await server.withClients { clients in
        var busy: [HTTP2Client] = []
        for _ in 0..<20 {
          let (socket, stream) = try await Self.connect(clients, server, as: "192.0.2.1", "h2")
          busy.append(HTTP2Client(stream, over: socket))
        }
        let quiet = TestClient(try await Self.connect(clients, server, as: "192.0.2.2").1)
        for client in busy {
          for _ in 0..<100 { client.peer.request() }
          try await client.send()
        }
        try await quiet.send(get("/"))
        #expect(try await quiet.response()?.status == 200)
        quiet.close()
        for client in busy {
          try await client.read { peer in
            peer.responses.count == 100 && peer.responses.values.allSatisfy { $0.closeCode != nil }
          }
          client.stream.close()
        }
      }
    }
    #expect(log.order.count == 2001)
    // Each of a connection's two tasks may begin one request before it waits.
    #expect(log.countPerTickMax("192.0.2.1") <= 2 * TickQuota.unitsMax)
  }

  @Test("all of many clients of one address that connect at once are served")
  func handshakes() async throws {
    try await TestServer.serving { server in
      try await server.withClients { clients in
        try await withThrowingDiscardingTaskGroup { group in
          for _ in 0..<100 {
            group.addTask(executorPreference: clients.loop) {
              let client = try await clients.connect()
              try await client.send(get("/"))
              #expect(try await client.response()?.status == 200)
              client.close()
            }
          }
        }
      }
      #expect(await server.hasConnections(0))
    }
  }
}
