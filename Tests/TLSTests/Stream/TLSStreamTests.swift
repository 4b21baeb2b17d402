import Sockets
import System
import TestSupport
import Testing

@testable import TLS

/// The stream over real sockets, each side on its own loop.
struct TLSStreamTests {
  @Test func transfersDataBothWays() async throws {
    let body = patternBytes(3_000_000)
    let seen = try await StreamPair.overTLS { stream in
      let received = try await stream.readAll()
      try await stream.write(received[...], until: StreamPair.soon)
      try await stream.finishWriting(until: StreamPair.soon)
      return (stream.facts, received.count)
    } client: { stream in
      try await stream.write(body[...], until: StreamPair.soon)
      try await stream.finishWriting(until: StreamPair.soon)
      return try await stream.readAll(atMost: 10_000)
    }
    #expect(seen.client == body)
    #expect(seen.server.1 == body.count)
    #expect(seen.server.0?.applicationProtocol == "http/1.1")
  }

  @Test func returnsDecryptedBytesWithoutWaiting() async throws {
    let seen = try await StreamPair.overTLS { stream in
      var bytes: [UInt8] = []
      var counts: [Int] = []
      for _ in 0..<4 {
        // The second to fourth read find nothing on the socket.
        counts.append(try await stream.read(into: &bytes, atMost: 3, until: StreamPair.soon))
      }
      stream.close()
      return counts
    } client: { stream in
      try await stream.write(patternBytes(12)[...], until: StreamPair.soon)
      return try await stream.readAll()
    }
    #expect(seen.server == [3, 3, 3, 3])
  }

  @Test func sendsCloseNotifyOnClose() async throws {
    let seen = try await StreamPair.overTLS { stream in
      try await stream.write([0], until: StreamPair.soon)
      return try await stream.readAll()
    } client: { stream in
      // Closing with unread input causes a reset, so the tickets are read first.
      var bytes: [UInt8] = []
      _ = try await stream.read(into: &bytes, atMost: 1, until: StreamPair.soon)
      try await stream.write([1, 2, 3], until: StreamPair.soon)
      stream.close()
      stream.close()
    }
    #expect(seen.server == [1, 2, 3])
  }

  @Test func reportsAnEndWithoutCloseNotifyAsTruncated() async throws {
    let context = try TestContexts.server()
    let client = try TestContexts.client()
    let seen = try await StreamPair.run { socket in
      let stream = try await TLSStream.accept(
        over: socket, context: context, until: StreamPair.soon)
      try await stream.write([0], until: StreamPair.soon)
      let error = await Self.error { _ = try await stream.readAll() }
      return (error, stream.failure)
    } client: { socket in
      let stream = try await TLSStream.connect(
        over: socket, to: "chatter.test", context: client, until: StreamPair.soon)
      var bytes: [UInt8] = []
      _ = try await stream.read(into: &bytes, atMost: 1, until: StreamPair.soon)
      try await stream.write([1, 2, 3], until: StreamPair.soon)
      socket.close()
    }
    #expect(seen.server.0 == .truncated)
    #expect(seen.server.1 == .truncated)
  }

  @Test func timesOutTheHandshakeOfASilentPeer() async throws {
    let context = try TestContexts.server()
    let seen = try await StreamPair.run { socket in
      await Self.error {
        _ = try await TLSStream.accept(
          over: socket, context: context, until: .after(.milliseconds(50)))
      }
    } client: { socket in
      await Self.error {
        var bytes: [UInt8] = []
        _ = try await socket.read(into: &bytes, atMost: 1, until: StreamPair.soon)
      }
    }
    #expect(seen.server == .timedOut)
  }

  @Test func recognizesPlainHTTPAndKeepsTheSocketOpen() async throws {
    let context = try TestContexts.server()
    let seen = try await StreamPair.run { socket in
      let stream = try TLSStream(accepting: socket, context: context)
      let error = await Self.error { try await stream.handshake(until: StreamPair.soon) }
      try await socket.write(Array("HTTP/1.1 400\r\n".utf8)[...], until: StreamPair.soon)
      return (error, stream.failure)
    } client: { socket in
      try await socket.write(Array("GET / HTTP/1.1\r\n\r\n".utf8)[...], until: StreamPair.soon)
      return try await socket.readAll()
    }
    #expect(seen.server.0 == .protocolFailure(TLSError.plainHTTP.description))
    #expect(seen.server.1 == .plainHTTP)
    #expect(seen.client == Array("HTTP/1.1 400\r\n".utf8))
  }

  @Test func staysReadableAfterAReadTimedOut() async throws {
    let seen = try await StreamPair.overTLS { stream in
      var bytes: [UInt8] = []
      let first = await Self.error {
        _ = try await stream.read(into: &bytes, atMost: 10, until: .after(.milliseconds(20)))
      }
      try await stream.write([1], until: StreamPair.soon)
      return (first, try await stream.readAll())
    } client: { stream in
      var bytes: [UInt8] = []
      _ = try await stream.read(into: &bytes, atMost: 1, until: StreamPair.soon)
      try await stream.write([9], until: StreamPair.soon)
      stream.close()
    }
    #expect(seen.server.0 == .timedOut)
    #expect(seen.server.1 == [9])
  }

  @Test func timesOutWritesToAPeerThatNeverReads() async throws {
    let body = patternBytes(2 << 20)
    let (gate, opening) = AsyncStream<Void>.makeStream()
    let seen = try await StreamPair.overTLS { stream in
      let first = await Self.error {
        try await stream.write(body[...], until: .after(.milliseconds(50)))
      }
      // Part of a record was sent, so nothing may follow it.
      let second = await Self.error { try await stream.write([1], until: StreamPair.soon) }
      stream.close()
      opening.finish()
      return (first, second)
    } client: { stream in
      for await _ in gate {}
      var bytes: [UInt8] = []
      let error = await Self.error {
        while try await stream.read(into: &bytes, atMost: 1 << 20, until: StreamPair.soon) > 0 {}
      }
      return (error, !bytes.isEmpty && body.starts(with: bytes))
    }
    #expect(seen.server.0 == .timedOut)
    #expect(seen.server.1 == .reset)
    #expect(seen.client.0 == .truncated)
    #expect(seen.client.1)
  }

  @Test func rejectsAllCallsOnAClosedStream() async throws {
    let seen = try await StreamPair.overTLS { stream in
      stream.close()
      var bytes: [UInt8] = []
      return [
        await Self.error {
          _ = try await stream.read(into: &bytes, atMost: 1, until: StreamPair.soon)
        },
        await Self.error { try await stream.write([1], until: StreamPair.soon) },
        await Self.error { try await stream.finishWriting(until: StreamPair.soon) },
      ]
    } client: { stream in
      try await stream.readAll()
    }
    #expect(seen.server == [.cancelled, .cancelled, .cancelled])
  }

  private static func error(_ body: () async throws -> Void) async -> StreamError? {
    do {
      try await body()
      return nil
    } catch {
      return error as? StreamError
    }
  }
}
