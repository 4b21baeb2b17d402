import HTTP
import Sockets
import Synchronization
import System
import TLS
import TestSupport
import Testing

@testable import WebServer

struct TickQuotaTests {
  /// The handled requests: each client's number in each tick, and their order.
  private final class Log: Sendable {
    private let state = Lock<(counts: [String: [UInt64: Int]], order: [String])>(([:], []))

    func record(_ client: String, _ tick: UInt64) {
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

  @Test func delaysWorkBeyondTheQuotaToLaterTicksInOrder() async throws {
    let loop = try EventLoop(name: "test")
    defer { loop.stop() }
    let log = Log()
    try await loop.run {
      let (busy, quiet) = (
        LoopBound(TickQuota(on: loop), on: loop), LoopBound(TickQuota(on: loop), on: loop)
      )
      await withDiscardingTaskGroup { group in
        for number in 0..<1000 {
          group.addTask(executorPreference: loop) {
            await busy.value.take(TickQuota.requestUnits)
            log.record("busy \(number)", loop.tick)
            log.record("busy", loop.tick)
          }
        }
        group.addTask(executorPreference: loop) {
          await quiet.value.take(TickQuota.requestUnits)
          log.record("quiet", loop.tick)
        }
      }
    }
    #expect(log.countPerTickMax("busy") == TickQuota.unitsMax)
    let order = log.order.filter { $0 != "busy" }
    let place = try #require(order.firstIndex(of: "quiet"))
    #expect(place <= TickQuota.unitsMax, "the quiet client did not wait for the busy one")
    #expect(order.filter { $0 != "quiet" } == (0..<1000).map { "busy \($0)" })
  }

  @Test func chargesExpensiveWorkMoreUnits() async throws {
    let loop = try EventLoop(name: "test")
    defer { loop.stop() }
    let log = Log()
    try await loop.run {
      let quota = LoopBound(TickQuota(on: loop), on: loop)
      await quota.value.take(TickQuota.requestUnits)
      await withDiscardingTaskGroup { group in
        for _ in 0..<50 {
          group.addTask(executorPreference: loop) {
            await quota.value.take(TickQuota.handshakeUnits)
            log.record("handshake", loop.tick)
          }
        }
      }
    }
    #expect(log.countPerTickMax("handshake") == TickQuota.unitsMax / TickQuota.handshakeUnits)
    #expect(log.order.count == 50)
  }

  @Test func resumesWaitersWhenTheLoopStops() async throws {
    let loop = try EventLoop(name: "test")
    let log = Log()
    try await loop.run {
      let quota = LoopBound(TickQuota(on: loop), on: loop)
      await withDiscardingTaskGroup { group in
        for _ in 0..<1000 {
          group.addTask(executorPreference: loop) {
            await quota.value.take(TickQuota.requestUnits)
            log.record("any", loop.tick)
            loop.stop()
          }
        }
      }
    }
    #expect(log.order.count == 1000)
  }

  /// Connects, as a proxy whose client has this address if there is one.
  private static func connect(
    _ clients: ClientLoop, _ server: TestServer, as address: String? = nil,
    _ protocolName: String = "http/1.1"
  ) async throws -> (SocketStream, TLSStream) {
    let socket = try await clients.connectSocket()
    if let address {
      let header = "PROXY TCP4 \(address) 127.0.0.1 1 1\r\n"
      try await socket.write(Array(header.utf8)[...], until: .after(.seconds(60)))
    }
    let context = try TLSContext.client(
      trusting: server.certificate, applicationProtocols: [protocolName])
    let stream = try await TLSStream.connect(
      over: socket, to: clients.address.hostText, context: context, until: .after(.seconds(60)))
    return (socket, stream)
  }

  /// Serves clients behind a proxy, and returns the order in which they were served.
  private static func log(
    _ body: @escaping @Sendable (ClientLoop, TestServer) async throws -> Void
  ) async throws -> Log {
    let log = Log()
    let app: TestServer.App = { loop, request in
      log.record(request.client.text, loop.tick)
      return Response(.ok)
    }
    let proxies = [try #require(AddressPrefix("127.0.0.1"))]
    try await TestServer.serving(proxies: proxies, handler: app) { server in
      try await server.withClients { clients in try await body(clients, server) }
    }
    return log
  }

  @Test func servesOthersBesideManyPipelinesOfOneAddress() async throws {
    let log = try await Self.log { clients, server in
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
    #expect(log.order.count == 4001)
    #expect(log.countPerTickMax("192.0.2.1") <= TickQuota.unitsMax)
  }

  @Test func servesOthersBesideManyHTTP2StreamsOfOneAddress() async throws {
    let log = try await Self.log { clients, server in
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
        try await client.read { $0.hasResponses(100) }
        client.stream.close()
      }
    }
    #expect(log.order.count == 2001)
    // The unit of a read covers its first request, and a connection begins one more before it
    // waits.
    #expect(log.countPerTickMax("192.0.2.1") <= 2 * TickQuota.unitsMax)
  }

  @Test func servesTheRequestsOfOneHTTP2ReadTogether() async throws {
    let clientCount = 16
    let log = Log()
    let haveSent = Gate()
    let app: TestServer.App = { loop, request in
      guard request.path == "/wait" else {
        log.record(request.path, loop.tick)
        return Response(.ok)
      }
      // Keeps the loop from reading until every client has sent its requests.
      haveSent.block()
      return Response(.ok)
    }
    try await TestServer.serving(handler: app) { server in
      try await server.withClients { clients in
        var busy: [HTTP2Client] = []
        for number in 0..<clientCount {
          let (socket, stream) = try await Self.connect(clients, server, as: nil, "h2")
          let client = HTTP2Client(stream, over: socket)
          busy.append(client)
          // A read takes as many units as the last one needed.
          for _ in 0..<8 { client.peer.request("GET", "/\(number)/first") }
          try await client.read { $0.hasResponses(8) }
        }
        let waiting = TestClient(try await Self.connect(clients, server).1)
        try await waiting.send(get("/wait"))
        for (number, client) in busy.enumerated() {
          for _ in 0..<8 { client.peer.request("GET", "/\(number)/second") }
          try await client.send()
        }
        haveSent.open()
        #expect(try await waiting.response()?.status == 200)
        waiting.close()
        for client in busy {
          try await client.read { $0.hasResponses(16) }
          client.stream.close()
        }
      }
    }
    for number in 0..<clientCount { #expect(log.countPerTickMax("/\(number)/second") == 8) }
  }
}

extension HTTP2Peer {
  /// Whether this many responses have arrived, and no other is incomplete.
  fileprivate func hasResponses(_ count: Int) -> Bool {
    responses.count == count && responses.values.allSatisfy { $0.closeCode != nil }
  }
}

struct ReadUnitsTests {
  /// Reads of these numbers of requests, one after the other: the units that each takes, how many
  /// requests they cover, and the units that it puts back.
  private static func reads(_ requestCounts: [Int]) -> [[Int]] {
    var units = TickQuota.ReadUnits()
    return requestCounts.map { count in
      let taken = units.begin()
      let covered = (0..<count).filter { _ in units.use() }.count
      return [taken, covered, units.end()]
    }
  }

  @Test func takesWhatTheLastReadWithRequestsNeeded() {
    #expect(
      Self.reads([3, 3, 1, 2]) == [[1, 1, 0], [3, 3, 0], [3, 1, 2], [1, 1, 0]])
  }

  @Test func usesOneUnitForAReadWithoutRequests() {
    #expect(Self.reads([0, 3, 0, 3]) == [[1, 0, 0], [1, 1, 0], [3, 0, 2], [3, 3, 0]])
  }

  @Test func takesUnitsForALimitedNumberOfRequests() {
    let requestsMax = TickQuota.ReadUnits.requestsMax
    #expect(Self.reads([100, 100]) == [[1, 1, 0], [requestsMax, requestsMax, 0]])
  }
}
