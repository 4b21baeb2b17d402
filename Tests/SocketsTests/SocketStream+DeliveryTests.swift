import Testing

@testable import Sockets

@Suite("How far the bytes of a socket stream have come (needs a socket)")
struct SocketStreamDeliveryTests {
  /// Asks again until something is so.
  func eventually(on loop: EventLoop, _ condition: () -> Bool) async -> Bool {
    let end = Deadline.after(soon)
    while !condition(), !end.hasPassed {
      try? await loop.sleep(until: .after(.milliseconds(1)))
    }
    return condition()
  }

  @Test("bytes are counted when the system has taken them, and when the peer's has")
  func acknowledged() async throws {
    try await onLoop { loop in
      let (client, server) = try await connectedPair(on: loop)
      #expect(server.sentByteCount == 0 && server.acknowledgedByteCount == 0)
      try await server.write([1, 2, 3], until: .after(soon))
      #expect(server.sentByteCount == 3)
      #expect(await eventually(on: loop) { server.acknowledgedByteCount == 3 })
      #expect(!server.hasPeerEnded)
      server.close()
      #expect(server.acknowledgedByteCount == 3)
      client.close()
    }
  }

  @Test("what a peer that does not read has not taken is not acknowledged")
  func unread() async throws {
    try await onLoop { loop in
      let (client, server) = try await connectedPair(on: loop)
      let bytes = [UInt8](repeating: 0, count: 64 << 20)
      await #expect(throws: StreamError.timedOut) {
        try await server.write(bytes[...], until: .after(.milliseconds(300)))
      }
      #expect(server.sentByteCount > 0)
      #expect(server.acknowledgedByteCount < server.sentByteCount)
      client.close()
      #expect(await eventually(on: loop) { server.hasPeerEnded })
      #expect(server.acknowledgedByteCount < server.sentByteCount, "and it never will be")
      server.close()
      #expect(server.acknowledgedByteCount < server.sentByteCount)
    }
  }

  @Test("a peer that has ended is seen behind bytes that nobody has read")
  func ended() async throws {
    try await onLoop { loop in
      let (client, server) = try await connectedPair(on: loop)
      try await client.write([1, 2, 3], until: .after(soon))
      #expect(await eventually(on: loop) { server.hasInput })
      #expect(!server.hasPeerEnded)
      try await client.finishWriting(until: .after(soon))
      #expect(await eventually(on: loop) { server.hasPeerEnded })
      let bytes = try await server.readAll()
      #expect(bytes == [1, 2, 3])
      client.close()
      server.close()
      #expect(server.hasPeerEnded, "a closed stream has no peer")
    }
  }
}
