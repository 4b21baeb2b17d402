import System
import TestSupport
import Testing

@testable import Sockets

struct ClosingSocketsTests {
  /// A connection whose server side has sent more than its client reads.
  private static func stalled(
    on loop: EventLoop, _ body: (SocketStream, SocketStream) async throws -> Void
  ) async throws {
    let (client, server) = try await connectedPair(on: loop)
    let bytes = [UInt8](repeating: 1, count: 1 << 16)
    // The queue is full once nothing fits for a while: the kernel first moves bytes to the peer.
    var idleRounds = 0
    while idleRounds < 10 {
      idleRounds = server.writeNow(bytes[...]) > 0 ? 0 : idleRounds + 1
      try await loop.sleep(until: .after(.milliseconds(5)))
    }
    #expect(server.unsentByteCount > SocketStream.unsentBytesMin)
    try await body(server, client)
    client.close()
  }

  private static func readAll(_ stream: SocketStream) async -> (bytes: Int, error: StreamError?) {
    var count = 0
    while true {
      do throws(StreamError) {
        var bytes: [UInt8] = []
        let received = try await stream.read(
          into: &bytes, atMost: 1 << 16, until: .after(soon))
        if received == 0 { return (count, nil) }
        count += received
      } catch {
        return (count, error)
      }
    }
  }

  @Test func sendsEverythingBeforeTheEnd() async throws {
    try await onLoop { loop in
      try await Self.stalled(on: loop) { server, client in
        let sent = Int(server.sentByteCount)
        let closing = ClosingSockets(on: loop, timeout: .seconds(60))
        server.closingSockets = closing
        server.close()
        #expect(closing.count == 1)
        let (bytes, error) = await Self.readAll(client)
        #expect(bytes == sent && error == nil)
        try await eventually { closing.count == 0 }
      }
    }
  }

  @Test func resetsPeersThatAcceptNothing() async throws {
    try await onLoop { loop in
      try await Self.stalled(on: loop) { server, client in
        let closing = ClosingSockets(on: loop, timeout: .milliseconds(100))
        server.closingSockets = closing
        server.close()
        #expect(closing.count == 1)
        try await eventually { closing.count == 0 }
        #expect(await Self.readAll(client).error == .reset)
      }
    }
  }

  @Test func dropsUnsentBytesOnReset() async throws {
    try await onLoop { loop in
      try await Self.stalled(on: loop) { server, client in
        let closing = ClosingSockets(on: loop, timeout: .seconds(60))
        server.closingSockets = closing
        server.reset()
        #expect(closing.count == 0)
        #expect(server.unsentByteCount == 0)
        #expect(await Self.readAll(client).error == .reset)
      }
    }
  }

  @Test func leavesUnsentBytesToTheKernelWithoutTimeout() async throws {
    try await onLoop { loop in
      try await Self.stalled(on: loop) { server, client in
        let sent = Int(server.sentByteCount)
        server.close()
        let (bytes, error) = await Self.readAll(client)
        #expect(bytes == sent && error == nil)
      }
    }
  }

  @Test func limitsSocketsPerAddress() async throws {
    try await onLoop { loop in
      let closing = ClosingSockets(on: loop, timeout: .seconds(60))
      var clients: [SocketStream] = []
      for _ in 0...ClosingSockets.countPerAddressMax {
        let (client, server) = try await connectedPair(on: loop)
        let bytes = [UInt8](repeating: 1, count: 1 << 20)
        while server.unsentByteCount <= SocketStream.unsentBytesMin {
          if server.writeNow(bytes[...]) == 0 {
            try await loop.sleep(until: .after(.milliseconds(5)))
          }
        }
        server.closingSockets = closing
        server.close()
        clients.append(client)
      }
      #expect(closing.count <= ClosingSockets.countPerAddressMax)
      for client in clients { client.close() }
    }
  }
}
