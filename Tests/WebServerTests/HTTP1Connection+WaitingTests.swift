import HTTP
import Sockets
import System
import TestSupport
import Testing

@testable import WebServer

struct HTTP1ConnectionWaitingTests {
  private let feeds = Feeds()

  /// A stream that a test feeds. It lives on the loop of its server.
  private final class Feed: WaitingResponseStream {
    private var chunks: [String] = []
    private var isEnded = false
    private var calls: [() -> Void] = []

    func send(_ text: String) {
      chunks.append(text)
      call()
    }

    func end() {
      isEnded = true
      call()
    }

    private func call() {
      let waiting = calls
      calls = []
      for call in waiting { call() }
    }

    var isWaiting: Bool { chunks.isEmpty && !isEnded }

    func whenReady(_ call: @escaping () -> Void) {
      if isWaiting { calls.append(call) } else { call() }
    }

    func next() async throws -> ArraySlice<UInt8>? {
      while isWaiting {
        await withCheckedContinuation { continuation in whenReady { continuation.resume() } }
      }
      return chunks.isEmpty ? nil : Array(chunks.removeFirst().utf8)[...]
    }
  }

  /// The streams of a server, of which a test feeds all.
  private final class Feeds: Sendable {
    private let feeds = Lock<[LoopBound<Feed>]>([])

    var app: TestServer.App {
      { loop, request in
        guard request.path == "/events" else { return Response(.ok, body: .bytes([0x78])) }
        let feed = Feed()
        self.feeds.withLock { $0.append(LoopBound(feed, on: loop)) }
        return Response(.ok, body: .stream(length: nil, feed))
      }
    }

    func each(_ body: @escaping @Sendable (Feed) -> Void) async throws {
      for feed in feeds.withLock({ $0 }) { try await feed.loop.run { body(feed.value) } }
    }
  }

  private static var limits: ServerLimits {
    var limits = ServerLimits()
    limits.taskIdleTimeout = .zero
    return limits
  }

  /// Waits until the connection of a response waits without a task.
  private static func waits(_ server: TestServer) async throws {
    try await eventually { await server.server.idleConnectionCount == 1 }
  }

  @Test func waitsWithoutATaskBeyondTheTimeouts() async throws {
    let (feeds, clock) = (Feeds(), VirtualClock())
    try await TestServer.serving(limits: Self.limits, clock: clock, handler: feeds.app) { server in
      try await server.withClient { client in
        try await client.send(get("/events"))
        for text in ["one", "two", "three"] {
          try await Self.waits(server)
          try await clock.advance(by: .seconds(3600))
          try await feeds.each { $0.send(text) }
        }
        try await Self.waits(server)
        try await feeds.each { $0.end() }
        #expect(try await client.response()?.text == "onetwothree")
        // The connection is kept.
        try await client.send(get("/other"))
        #expect(try await client.response()?.text == "x")
      }
      try await eventually { server.events.accessRecords.count == 2 }
      #expect(server.events.accessRecords.map(\.isComplete) == [true, true])
      #expect(server.events.accessRecords[0].responseBytes == 11)
    }
  }

  @Test(arguments: [true, false])
  func endsWhenTheClientDoes(isOrderly: Bool) async throws {
    try await TestServer.serving(limits: Self.limits, handler: feeds.app) { server in
      try await server.withClients { clients in
        let socket = try await clients.connectSocket()
        let secure = try await clients.secure(socket)
        try await secure.send(get("/events"))
        try await Self.waits(server)
        if isOrderly { secure.close() } else { socket.close() }
        try await server.hasConnections(0)
      }
      try await eventually { server.events.accessRecords.map(\.isComplete) == [false] }
    }
  }

  @Test func keepsARequestThatComesMeanwhileForLater() async throws {
    try await TestServer.servingClient(limits: Self.limits, handler: feeds.app) { server, client in
      try await client.send(get("/events"))
      try await Self.waits(server)
      try await client.send(get("/next"))
      try await feeds.each { $0.send("a") }
      try await Self.waits(server)
      try await feeds.each { $0.end() }
      #expect(try await client.response()?.text == "a")
      #expect(try await client.response()?.text == "x")
    }
  }

  @Test func cutsAClientThatSendsTooMuchMeanwhile() async throws {
    try await TestServer.servingClient(limits: Self.limits, handler: feeds.app) { server, client in
      try await client.send(get("/events"))
      try await Self.waits(server)
      // Sending fails if the server has cut the connection before the end.
      try? await client.send(String(repeating: get("/x"), count: 1_000))
      try await server.hasConnections(0)
    }
  }

  @Test func endsInOrderWhenTheServerStops() async throws {
    let server = try await TestServer(limits: Self.limits, handler: feeds.app)
    try await server.withClient { client in
      try await client.send(get("/events"))
      try await Self.waits(server)
      try await feeds.each { $0.send("last") }
      try await feeds.each { $0.end() }
      server.beginStopping()
      #expect(try await client.response()?.text == "last")
      #expect(try await client.isAtEnd())
    }
    await server.stop()
  }

  @Test func isCutAtTheEndOfTheShutdown() async throws {
    var limits = Self.limits
    let (drainTimeout, timeout) = (Duration.seconds(4), Duration.seconds(33))
    (limits.drainTimeout, limits.shutdownTimeout) = (drainTimeout, timeout)
    let server = try await TestServer(limits: limits, clock: VirtualClock(), handler: feeds.app)
    try await server.withClient { client in
      try await client.send(get("/events"))
      try await Self.waits(server)
      server.beginStopping()
      try await server.letPass(drainTimeout)
      try await server.letPass(timeout - drainTimeout)
      await #expect(throws: (any Error).self) { _ = try await client.rest() }
    }
    await server.stop()
    #expect(server.events.accessRecords.map(\.isComplete) == [false])
  }
}
