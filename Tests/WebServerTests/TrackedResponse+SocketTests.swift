import HTTP
import Sockets
import System
import TLS
import TestSupport
import Testing

@testable import WebServer

struct TrackedResponseSocketTests {
  private static func app(_ record: ResponseRecord, _ gate: Gate? = nil) -> TestServer.App {
    { _, _ in
      await gate?.wait()
      return Response(.ok, body: .bytes(Array("answer".utf8)), tracking: record.track())
    }
  }

  /// Runs a body with a client whose response waits for a gate, and until it is disconnected.
  private static func withWaitingClient(
    _ record: ResponseRecord, _ gate: Gate,
    _ body: @escaping @Sendable (ClientLoop, SocketStream, TestClient) async throws -> Void
  ) async throws {
    try await TestServer.serving(handler: app(record, gate)) { server in
      try await server.withClients { clients in
        let socket = try await clients.connectSocket()
        let client = try await clients.secure(socket)
        try await client.send(get("/"))
        try await eventually { gate.waitedCount == 1 }
        try await body(clients, socket, client)
      }
      try await server.hasConnections(0)
    }
  }

  /// Opens the gate when another client waits, by when the end of the first one has arrived.
  private static func respondToAnother(_ clients: ClientLoop, _ gate: Gate) async throws {
    let other = try await clients.connect()
    try await other.send(get("/"))
    try await eventually { gate.waitedCount == 2 }
    gate.open()
    #expect(try await other.response()?.status == 200)
    other.close()
  }

  @Test func acknowledgesAResponseThatTheClientHasRead() async throws {
    let record = ResponseRecord()
    try await TestServer.serving(handler: Self.app(record)) { server in
      try await server.withClient { client in
        for number in 1...20 {
          try await client.send(get("/"))
          #expect(try await client.response()?.status == 200)
          try await eventually {
            record.acknowledgements == Array(repeating: .complete, count: number)
          }
        }
      }
      try await server.hasConnections(0)
    }
    #expect(record.acknowledgements == Array(repeating: .complete, count: 20))
  }

  @Test func tracksEachOfSeveralPipelinedResponses() async throws {
    let record = ResponseRecord()
    try await TestServer.servingClient(handler: Self.app(record)) { _, client in
      try await client.send(get("/") + get("/") + get("/"))
      for _ in 0..<3 { #expect(try await client.response()?.status == 200) }
      try await eventually { record.acknowledgements == [.complete, .complete, .complete] }
    }
  }

  @Test func losesAResponseThatTheNetworkDrops() async throws {
    let (record, gate) = (ResponseRecord(), Gate())
    try await Self.withWaitingClient(record, gate) { _, socket, _ in
      try socket.dropIncomingSegments()
      gate.open()
      try await eventually { record.acknowledgements == [.pending] }
      socket.close()
    }
    #expect(record.acknowledgements == [.lost])
  }

  @Test(arguments: [true, false])
  func doesNotAcknowledgeAResponseToAClientThatLeft(isOrderly: Bool) async throws {
    let (record, gate) = (ResponseRecord(), Gate())
    try await Self.withWaitingClient(record, gate) { clients, socket, client in
      if isOrderly { client.close() } else { socket.close() }
      try await Self.respondToAnother(clients, gate)
    }
    #expect(record.acknowledgements.filter { $0 == .complete }.count == 1)
  }

  @Test func doesNotSendAResponseToAHalfClosedClient() async throws {
    let (record, gate) = (ResponseRecord(), Gate())
    try await Self.withWaitingClient(record, gate) { clients, socket, client in
      try await socket.finishWriting(until: .after(hangTimeout))
      try await Self.respondToAnother(clients, gate)
      #expect(try await client.response()?.status == 200)
      client.close()
    }
    #expect(record.acknowledgements == [.complete])
  }

  @Test func doesNotSendATruncatedResponse() async throws {
    final class Broken: ResponseStream {
      func next() async throws -> ArraySlice<UInt8>? { throw StreamError.reset }
    }
    let record = ResponseRecord()
    let app: TestServer.App = { _, _ in
      Response(.ok, body: .stream(length: nil, Broken()), tracking: record.track())
    }
    try await TestServer.serving(handler: app) { server in
      try await server.withClient { client in
        try await client.send(get("/"))
        _ = try? await client.response()
      }
      try await server.hasConnections(0)
    }
    #expect(record.sent == [])
  }
}
