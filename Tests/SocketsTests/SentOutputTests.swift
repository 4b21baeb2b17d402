import System
import TestSupport
import Testing

@testable import Sockets

struct SentOutputTests {
  @Test func countsAcknowledgedBytesOnAnyThread() async throws {
    let retained = try await onLoop { loop in
      let (client, server) = try await connectedPair(on: loop)
      #expect(server.sentByteCount == 0 && server.acknowledgedByteCount == 0)
      try await server.write([1, 2, 3], until: .after(soon))
      #expect(server.sentByteCount == 3)
      let output = server.sentOutput
      try await eventually { output.acknowledged == (3, true) }
      try await eventually { server.acknowledgedByteCount == 3 }
      try await server.write([4], until: .after(soon))
      try await eventually { output.acknowledged == (4, true) }
      #expect(server.sentOutput === output)
      #expect(!server.hasPeerEnded)
      server.close()
      #expect(output.acknowledged == (4, false))
      #expect(server.acknowledgedByteCount == 0)
      client.close()
      return output
    }
    #expect(retained.acknowledged == (4, false))
  }

  @Test func ignoresBytesThatThePeerNoLongerReceives() async throws {
    try await onLoop { loop in
      let (client, server) = try await connectedPair(on: loop)
      try await server.write([1, 2, 3], until: .after(soon))
      let output = server.sentOutput
      try await eventually { output.acknowledged == (3, true) }
      try client.dropIncomingSegments()
      try await server.write([4, 5], until: .after(soon))
      try await server.finishWriting(until: .after(soon))
      #expect(output.acknowledged == (3, true), "also if the end of the stream is lost")
      client.close()
      #expect(output.acknowledged == (3, true), "the end of the peer acknowledges nothing")
      server.close()
      #expect(output.acknowledged == (3, false))
    }
  }

  @Test func recordsTheCountWhenTheStreamIsReleased() async throws {
    try await onLoop { loop in
      var (client, server): (SocketStream, SocketStream?) = try await connectedPair(on: loop)
      try await server?.write([1], until: .after(soon))
      let output = try #require(server?.sentOutput)
      try await eventually { output.acknowledged == (1, true) }
      server = nil
      #expect(output.acknowledged == (1, false))
      client.close()
    }
  }

  @Test(.needs(.time)) func ignoresBytesThatThePeerDoesNotRead() async throws {
    try await onLoop { loop in
      let (client, server) = try await connectedPair(on: loop)
      let bytes = [UInt8](repeating: 0, count: 64 << 20)
      await #expect(throws: StreamError.timedOut) {
        try await server.write(bytes[...], until: .after(.milliseconds(300)))
      }
      #expect(server.sentByteCount > 0)
      let output = server.sentOutput
      #expect(server.acknowledgedByteCount < server.sentByteCount)
      client.close()
      try await eventually { server.hasPeerEnded }
      #expect(output.acknowledged.byteCount < server.sentByteCount, "and it never will be")
      server.close()
      #expect(output.acknowledged.byteCount < server.sentByteCount)
    }
  }

  @Test func detectsThePeersEndBehindUnreadBytes() async throws {
    try await onLoop { loop in
      let (client, server) = try await connectedPair(on: loop)
      try await client.write([1, 2, 3], until: .after(soon))
      try await eventually { server.hasInput }
      #expect(!server.hasPeerEnded)
      try await client.finishWriting(until: .after(soon))
      try await eventually { server.hasPeerEnded }
      let bytes = try await server.readAll()
      #expect(bytes == [1, 2, 3])
      client.close()
      server.close()
      #expect(server.hasPeerEnded, "a closed stream has no peer")
    }
  }
}
