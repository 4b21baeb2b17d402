import Sockets
import Testing

@testable import TLS

/// A transport to a client in the same task, which can be told to take nothing.
private final class ShutTransport: TLSTransport {
  let client: TLSEngine
  var received: [UInt8] = []
  var isShut = false
  private let inputEvent: AsyncEvent
  private let outputEvent: AsyncEvent

  init(_ client: TLSEngine, on loop: EventLoop) {
    self.client = client
    inputEvent = AsyncEvent(on: loop)
    outputEvent = AsyncEvent(on: loop)
  }

  /// Has the client read what has come, and hand over what it says.
  func turnClient() throws(StreamError) {
    do throws(TLSError) {
      while try client.next(into: &received, atMost: 1 << 16) != .needsMoreBytes {}
    } catch {
      throw .protocolFailure(error.description)
    }
    if client.hasOutput { inputEvent.signal() }
  }

  func open() {
    isShut = false
    outputEvent.signal()
  }

  func read(into buffer: inout [UInt8], atMost count: Int, until deadline: Deadline)
    async throws(StreamError) -> Int
  {
    while true {
      try turnClient()
      let bytes = client.takeOutput()
      buffer += bytes
      if !bytes.isEmpty { return bytes.count }
      do { try await inputEvent.wait(until: deadline) } catch { throw .timedOut }
    }
  }

  func write(_ bytes: ArraySlice<UInt8>, until deadline: Deadline) async throws(StreamError) {
    while isShut {
      do { try await outputEvent.wait(until: deadline) } catch { throw .timedOut }
    }
    client.receive(Array(bytes))
    try turnClient()
  }

  func writeNow(_ bytes: ArraySlice<UInt8>) -> Int {
    if isShut { return 0 }
    client.receive(Array(bytes))
    return bytes.count
  }

  func finishWriting(until deadline: Deadline) async throws(StreamError) {}
  func close() {}
}

@Suite("A TLS stream that two tasks share (needs nothing)")
struct TLSStreamTasksTests {
  @Test("what a peer makes the reading task say does not keep writing from waiting for room")
  func keyUpdate() async throws {
    let loop = try EventLoop(name: "tls-tasks")
    defer { loop.stop() }
    let (server, client) = (
      try TestContexts.server(), try TestContexts.client(policy: .only(.tls13))
    )
    let content = patternBytes(300_000)
    try await loop.run {
      let transport = ShutTransport(
        try TLSEngine(connectingTo: "chatter.test", context: client), on: loop)
      let stream = try TLSStream(accepting: transport, context: server)
      try await stream.handshake(until: StreamPair.soon)
      transport.isShut = true
      transport.client.sendKeyUpdate()
      try transport.client.write([7])
      var input: [UInt8] = []
      // The answer to the update lies ready, and nobody takes it.
      #expect(try await stream.read(into: &input, atMost: 10, until: StreamPair.soon) == 1)
      #expect(input == [7])
      await #expect(throws: StreamError.timedOut) {
        try await stream.write(content[...], until: .after(.milliseconds(50)))
      }
    }
  }

  @Test("what was left goes out before what is written next, and is understood")
  func order() async throws {
    let loop = try EventLoop(name: "tls-tasks")
    defer { loop.stop() }
    let (server, client) = (
      try TestContexts.server(), try TestContexts.client(policy: .only(.tls13))
    )
    let content = patternBytes(300_000)
    try await loop.run {
      let transport = ShutTransport(
        try TLSEngine(connectingTo: "chatter.test", context: client), on: loop)
      let stream = try TLSStream(accepting: transport, context: server)
      try await stream.handshake(until: StreamPair.soon)
      transport.isShut = true
      var input: [UInt8] = []
      for _ in 0..<3 {
        transport.client.sendKeyUpdate()
        try transport.client.write([7])
        _ = try await stream.read(into: &input, atMost: 10, until: StreamPair.soon)
      }
      #expect(input == [7, 7, 7])
      transport.open()
      try await stream.write(content[...], until: StreamPair.soon)
      #expect(transport.received == content)
    }
  }
}
