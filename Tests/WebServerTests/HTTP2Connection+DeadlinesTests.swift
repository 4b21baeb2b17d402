import HTTP
import System
import TLS
import TestSupport
import Testing

@testable import WebServer

struct HTTP2ConnectionDeadlinesTests {
  /// A timeout of its own, so that no other wait ends at the same time.
  private static let timeout = Duration.seconds(33)

  /// With a task, and without one after the timeout of the task.
  @Test(arguments: [Duration.zero, .seconds(60)])
  func closesAnIdleConnectionDespitePings(taskIdleTimeout: Duration) async throws {
    let limits = ServerLimits.with {
      $0.idleTimeout = Self.timeout
      $0.taskIdleTimeout = taskIdleTimeout
    }
    try await TestServer.serving(limits: limits, clock: VirtualClock()) { server in
      try await server.withHTTP2Client { client in
        try await client.send()
        #expect(try await client.call("GET", "/").status == 200)
        client.peer.ping()
        try await client.read { $0.pingAcknowledgements == 1 }
        try await server.letPass(Self.timeout)
        #expect(try await client.isAtEnd())
        #expect(client.peer.goAway?.code == 0)
        #expect(client.peer.pingAcknowledgements == 1)
      }
    }
  }

  @Test func closesAConnectionWithASlowHead() async throws {
    let limits = ServerLimits.with { $0.headTimeout = Self.timeout }
    try await TestServer.serving(limits: limits, clock: VirtualClock()) { server in
      try await server.withHTTP2Client { client in
        let head = RawFrame.frame(1, stream: 1, RawFrame.block(RawFrame.request()))
        try await client.stream.write((RawFrame.preface + head)[...], until: .after(hangTimeout))
        try await server.letPass(Self.timeout)
        let response = try await client.rest(after: [])
        #expect(RawFrame.goAwayCode(in: response) == HTTP2ErrorCode.enhanceYourCalm.rawValue)
      }
    }
  }

  /// A frame that ends the session: a PING on a stream.
  private static let violation =
    RawFrame.preface
    + RawFrame.frame(6, stream: 1, [UInt8](repeating: 0, count: 8))

  @Test func lingersWhileTheClientSends() async throws {
    let limits = ServerLimits.with {
      $0.lingerTimeout = .seconds(5)
      $0.headTimeout = .seconds(12)
    }
    let clock = VirtualClock()
    try await TestServer.serving(limits: limits, clock: clock) { server in
      try await server.withHTTP2Client { client in
        let response = try await client.rest(after: Self.violation)
        #expect(RawFrame.goAwayCode(in: response) == HTTP2ErrorCode.protocolError.rawValue)
        for _ in 0..<2 {
          try await server.waits(for: .seconds(5))
          try await clock.advance(by: .seconds(4))
          #expect(server.server.connectionCount == 1)
          try await client.stream.write([1, 2, 3], until: .never)
        }
        // But not longer than a head may take.
        try await server.letPass(.seconds(4))
        try await server.hasConnections(0)
      }
    }
  }

  @Test func lingersAMomentForASilentClient() async throws {
    let limits = ServerLimits.with { $0.lingerTimeout = Self.timeout }
    try await TestServer.serving(limits: limits, clock: VirtualClock()) { server in
      try await server.withHTTP2Client { client in
        _ = try await client.rest(after: Self.violation)
        try await server.letPass(Self.timeout)
        try await server.hasConnections(0)
      }
    }
  }

  @Test func lingersForALimitedNumberOfBytesAfterAViolation() async throws {
    let limits = ServerLimits.with { $0.request.brokenLingerBytesMax = 100 }
    try await TestServer.serving(limits: limits, clock: VirtualClock()) { server in
      try await server.withHTTP2Client { client in
        _ = try await client.rest(after: Self.violation)
        let bytes = [UInt8](repeating: 0, count: 50)
        for _ in 0..<2 { try await client.stream.write(bytes[...], until: .never) }
        try await server.waits(for: limits.lingerTimeout)
        #expect(server.server.connectionCount == 1)
        try await client.stream.write([0], until: .never)
        try await server.hasConnections(0)
      }
    }
  }

  @Test func respondsToAStalledBodyWith408AndKeepsOtherStreams() async throws {
    let limits = ServerLimits.with {
      $0.bodyTimeout = Self.timeout
      // Far longer than the time that passes until the stream is closed.
      $0.idleTimeout = .seconds(1_000_000)
    }
    let (clock, isClosed) = (VirtualClock(), Gate())
    try await TestServer.serving(limits: limits, clock: clock, handler: echoApp) { server in
      try await server.withHTTP2Client { client in
        let slow = client.peer.request("POST", "/", body: [1], isLast: false)
        try await client.send()
        try await server.letPass(Self.timeout)
        // The server waits for the rest of the request before it closes the stream.
        async let passing: Void = eventually {
          try await clock.advance(by: .seconds(1))
          return isClosed.isOpen
        }
        let response = try await client.response(to: slow)
        isClosed.open()
        try await passing
        #expect(response.status == 408)
        #expect(response.closeCode == 0)
        #expect(try await client.call("GET", "/next").text == "GET /next ")
      }
    }
  }

  @Test(arguments: [100, 200_000])
  func givesUpAPeerThatOpensNoWindow(bytes: Int) async throws {
    let limits = ServerLimits.with {
      $0.writeTimeout = Self.timeout
      $0.stalledResponseTimeout = Self.timeout
      $0.responseBytesPerSecondMin = 1 << 30
    }
    let clock = VirtualClock()
    try await TestServer.serving(limits: limits, clock: clock) { _, _ in
      Response(.ok, body: .bytes([UInt8](repeating: 1, count: bytes)))
    } _: { server in
      try await server.withHTTP2Client(settings: [(4, 0)]) { client in
        let id = client.peer.request()
        try await client.read { $0.responses[id]?.status == 200 }
        try await server.letPass(Self.timeout)
        try await client.read { $0.responses[id]?.closeCode != nil || $0.goAway != nil }
        #expect(client.peer.responses[id]?.status == 200)
        #expect(client.peer.responses[id]?.isEnded == false)
      }
      try await server.hasConnections(0)
    }
  }

  @Test func completesRequestsInProgressWhenStopping() async throws {
    let gate = Gate()
    try await TestServer.serving { _, _ in
      await gate.wait()
      return Response(.ok, body: .bytes([1]))
    } _: { server in
      try await server.withHTTP2Client { client in
        let id = client.peer.request()
        try await client.send()
        try await eventually { gate.waitedCount == 1 }
        server.beginStopping()
        try await client.read { $0.goAway != nil }
        gate.open()
        #expect(try await client.response(to: id).status == 200)
        #expect(try await client.isAtEnd())
        #expect(client.peer.goAway?.lastStream == id)
      }
    }
  }

  @Test(arguments: [true, false])
  func leavesNothingBehindWhenTheConnectionEnds(isOrderly: Bool) async throws {
    let gate = Gate()
    try await TestServer.serving { _, _ in
      await withTaskCancellationHandler {
        await gate.wait()
      } onCancel: {
        gate.open()
      }
      return Response(.ok)
    } _: { server in
      try await server.withHTTP2Client { client in
        for _ in 0..<5 { client.peer.request() }
        try await client.send()
        try await eventually { gate.waitedCount == 5 }
        if isOrderly { try await client.stream.finishWriting(until: .never) }
      }
      try await eventually { server.events.accessRecords.count == 5 }
      #expect(server.events.accessRecords.allSatisfy { !$0.isComplete })
      try await server.hasConnections(0)
    }
  }

  private final class Count: Sendable {
    private let count = Lock(0)
    var value: Int { count.withLock { $0 } }
    func increase() { count.withLock { $0 += 1 } }
  }

  private final class Endless: ResponseStream {
    private let made: Count
    init(_ made: Count) { self.made = made }
    func next() async throws -> ArraySlice<UInt8>? {
      made.increase()
      return [UInt8](repeating: 7, count: 10_000)[...]
    }
  }

  @Test func producesAStreamOnlyWhileTheWindowIsOpen() async throws {
    let made = Count()
    try await TestServer.serving { _, _ in
      Response(.ok, body: .stream(length: nil, Endless(made)))
    } _: { server in
      try await server.withHTTP2Client(opensWindows: false) { client in
        let id = client.peer.request()
        // The initial window of a stream is 65,535 bytes.
        try await client.read { $0.responses[id]?.body.count == 65_535 }
        #expect(made.value == 7)
        client.peer.consume(65_535, of: id)
        try await client.read { $0.responses[id]?.body.count == 131_070 }
        #expect(made.value == 14)
      }
      try await eventually { server.events.accessRecords.map(\.isComplete) == [false] }
    }
  }

  @Test func resetsOnlyTheStreamWhoseBodyFails() async throws {
    struct Broken: Error {}
    final class Failing: ResponseStream {
      func next() async throws -> ArraySlice<UInt8>? { throw Broken() }
    }
    try await TestServer.serving { _, request in
      request.path == "/"
        ? Response(.ok, body: .stream(length: nil, Failing())) : Response(.ok)
    } _: { server in
      try await server.withHTTP2Client { client in
        let response = try await client.call("GET", "/")
        #expect(response.closeCode == HTTP2ErrorCode.internalError.rawValue)
        #expect(try await client.call("GET", "/next").status == 200)
      }
    }
  }
}
