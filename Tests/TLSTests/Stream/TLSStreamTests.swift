import Sockets
import Testing

@testable import TLS

/// The stream over real sockets, each side on its own loop.
@Suite struct TLSStreamTests {
  @Test("both sides agree, and content goes both ways until both have finished")
  func exchange() async throws {
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
    #expect(seen.server.0?.serverName == "chatter.test")
  }

  @Test("bytes decrypted already are given without waiting for the socket")
  func pending() async throws {
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

  @Test("close sends close_notify: the other side sees an orderly end")
  func close() async throws {
    let seen = try await StreamPair.overTLS { stream in
      try await stream.write([0], until: StreamPair.soon)
      return try await stream.readAll()
    } client: { stream in
      // What is unread at a close becomes a reset: the tickets have to be read first.
      var bytes: [UInt8] = []
      _ = try await stream.read(into: &bytes, atMost: 1, until: StreamPair.soon)
      try await stream.write([1, 2, 3], until: StreamPair.soon)
      stream.close()
      stream.close()
    }
    #expect(seen.server == [1, 2, 3])
  }

  @Test("an end without close_notify is truncated")
  func truncated() async throws {
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

  @Test("a peer that says nothing is given up at the deadline of the handshake")
  func silence() async throws {
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

  @Test("plain HTTP is named, and the socket is left to answer on")
  func plainHTTP() async throws {
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

  @Test("a client that does not trust us tells so with an alert")
  func untrusted() async throws {
    let context = try TestContexts.server()
    let client = try TestContexts.client(trusting: TestKeys.rsa)
    let seen = try await StreamPair.run { socket in
      let stream = try TLSStream(accepting: socket, context: context)
      // In TLS 1.3 the server may be done before the client has looked.
      _ = await Self.error { _ = try await stream.readAll() }
      return stream.failure
    } client: { socket in
      await Self.error {
        _ = try await TLSStream.connect(
          over: socket, to: "chatter.test", context: client, until: StreamPair.soon)
      }
    }
    #expect(seen.server == .peerAlert(.unknownCA))
    let reason = TLSError.certificateRejected(.untrusted).description
    #expect(seen.client == .protocolFailure(reason))
  }

  @Test("a read ends at its deadline and may be made again")
  func readDeadline() async throws {
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

  @Test("a peer that does not read is given up at the deadline of the write, and closed silently")
  func writeDeadline() async throws {
    let body = patternBytes(2 << 20)
    let (gate, opening) = AsyncStream<Void>.makeStream()
    let seen = try await StreamPair.overTLS { stream in
      let first = await Self.error {
        try await stream.write(body[...], until: .after(.milliseconds(50)))
      }
      // Half a record is out: nothing more may follow it.
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

  @Test("nothing works on a closed stream")
  func closed() async throws {
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
