import Sockets
import System
import TestSupport
import Testing

@testable import TLS

/// A transport to a client in the same task, which accepts no bytes while it is blocked.
private final class BlockableTransport: TLSTransport {
  let client: TLSEngine
  var received: [UInt8] = []
  var isBlocked = false
  var bytesInTurnMax = Int.max
  private let inputEvent: AsyncEvent
  private let outputEvent: AsyncEvent

  init(_ client: TLSEngine, on loop: EventLoop) {
    self.client = client
    inputEvent = AsyncEvent(on: loop)
    outputEvent = AsyncEvent(on: loop)
  }

  /// Lets the client process the received bytes, and signals its output.
  func stepClient() throws(StreamError) {
    do throws(TLSError) {
      while try client.next(into: &received, atMost: 1 << 16) != .needsMoreBytes {}
    } catch {
      throw .protocolFailure(error.description)
    }
    if client.hasOutput { inputEvent.signal() }
  }

  func unblock() {
    isBlocked = false
    outputEvent.signal()
  }

  func read(into buffer: inout [UInt8], atMost count: Int, until deadline: Deadline)
    async throws(StreamError) -> Int
  {
    while true {
      try stepClient()
      let bytes = client.takeOutput()
      buffer += bytes
      if !bytes.isEmpty { return bytes.count }
      do { try await inputEvent.wait(until: deadline) } catch { throw .timedOut }
    }
  }

  func write(_ bytes: ArraySlice<UInt8>, until deadline: Deadline) async throws(StreamError) {
    while isBlocked {
      do { try await outputEvent.wait(until: deadline) } catch { throw .timedOut }
    }
    client.receive(Array(bytes))
    try stepClient()
  }

  func writeNow(_ bytes: ArraySlice<UInt8>) -> Int {
    if isBlocked { return 0 }
    client.receive(Array(bytes))
    return bytes.count
  }

  func writeInTurn(_ bytes: RawSpan) -> Int {
    let accepted = unsafe bytes.withUnsafeBytes { unsafe Array($0.prefix(bytesInTurnMax)) }
    defer { try? stepClient() }
    return writeNow(accepted[...])
  }

  func finishWriting(until deadline: Deadline) async throws(StreamError) {}
  func close() {}
}

struct TLSStreamTasksTests {
  private let body = patternBytes(300_000)

  /// Runs a body with a stream after its handshake, whose transport accepts no bytes.
  private func withBlockedStream(
    _ body: @escaping @Sendable (TLSStream, BlockableTransport) async throws -> Void
  ) async throws {
    let loop = try EventLoop(name: "tls-tasks")
    defer { loop.stop() }
    let (server, client) = (
      try TestContexts.server(), try TestContexts.client(policy: .only(.tls13))
    )
    try await loop.run {
      let transport = BlockableTransport(
        try TLSEngine(connectingTo: "chatter.test", context: client), on: loop)
      let stream = try TLSStream(accepting: transport, context: server)
      try await stream.handshake(until: StreamPair.soon)
      transport.isBlocked = true
      try await body(stream, transport)
    }
  }

  @Test func doesNotWriteBeforeBlockedKeyUpdates() async throws {
    try await withBlockedStream { stream, transport in
      transport.client.sendKeyUpdate()
      try transport.client.write([7])
      var input: [UInt8] = []
      // The response to the update is ready, but the transport does not accept it.
      #expect(try await stream.read(into: &input, atMost: 10, until: StreamPair.soon) == 1)
      #expect(input == [7])
      await #expect(throws: StreamError.timedOut) {
        try await stream.write(body[...], until: .after(.milliseconds(50)))
      }
    }
  }

  @Test func sendsPendingOutputBeforeLaterWrites() async throws {
    try await withBlockedStream { stream, transport in
      var input: [UInt8] = []
      for _ in 0..<3 {
        transport.client.sendKeyUpdate()
        try transport.client.write([7])
        _ = try await stream.read(into: &input, atMost: 10, until: StreamPair.soon)
      }
      #expect(input == [7, 7, 7])
      transport.unblock()
      try await stream.write(body[...], until: StreamPair.soon)
      #expect(transport.received == body)
    }
  }

  @Test(arguments: [0, 1, 100, 20_000, .max])
  func keepsTheOrderOfRecordsThatAreAcceptedInPart(bytesInTurnMax: Int) async throws {
    let body = body
    try await withBlockedStream { stream, transport in
      transport.unblock()
      transport.bytesInTurnMax = bytesInTurnMax
      for part in [body[..<10], body[10..<16_390], body[16_390...]] {
        try await stream.write(part, until: StreamPair.soon)
      }
      #expect(transport.received == body)
    }
  }
}
