import System
import TestSupport
import Testing

@testable import Sockets

struct SocketStreamEndingTests {
  @Test func reportsAResetToEveryLaterCall() async throws {
    try await onLoop { loop in
      let (client, server) = try await connectedPair(on: loop)
      // Closing with input unread sends a reset in place of an end (RFC 1122 section 4.2.2.13).
      try await server.write([1], until: .after(soon))
      try await client.becomeReadable(on: loop)
      client.close()
      var bytes: [UInt8] = []
      for _ in 0..<3 {
        let outcome = await result { () throws(StreamError) in
          try await server.read(into: &bytes, atMost: 1, until: .after(soon))
        }
        #expect(outcome == .failure(.reset))
      }
      await #expect(throws: StreamError.reset) { try await server.write([1], until: .after(soon)) }
      await #expect(throws: StreamError.reset) {
        try await server.finishWriting(until: .after(soon))
      }
    }
  }

  @Test func detectsUnreadBytesEndsAndResets() async throws {
    try await onLoop { loop in
      let (client, server) = try await connectedPair(on: loop)
      #expect(!server.hasInput)
      try await client.write([1, 2], until: .after(soon))
      try await server.becomeReadable(on: loop)
      #expect(server.hasInput && server.hasInput)
      var bytes: [UInt8] = []
      #expect(try await server.read(into: &bytes, atMost: 9, until: .after(soon)) == 2)
      #expect(!server.hasInput)
      try await server.write([3], until: .after(soon))
      try await client.becomeReadable(on: loop)
      client.close()
      try await server.becomeReadable(on: loop)
      #expect(server.hasInput)
      let outcome = await result { () throws(StreamError) in
        try await server.read(into: &bytes, atMost: 1, until: .after(soon))
      }
      #expect(outcome == .failure(.reset))
      server.close()
      #expect(!server.hasInput)
    }
  }

  @Test func knowsWhetherThePeerHasTakenMostBytes() async throws {
    try await onLoop { loop in
      let (client, server) = try await connectedPair(on: loop)
      #expect(server.hasFewUnsentBytes())
      for _ in 0..<50 {
        try await server.write(patternBytes(1000)[...], until: .after(soon))
        while server.unsentByteCount > 0 { try await loop.nextTick() }
        #expect(server.hasFewUnsentBytes(), "what was acknowledged does not count")
      }
      // Until the peer's buffer and the own one are full.
      while server.writeNow(patternBytes(65_536)[...]) > 0 {}
      #expect(!server.hasFewUnsentBytes() && !server.hasFewUnsentBytes())
      client.reset()
    }
  }

  @Test func sendsInTurnUntilTheOtherTasksMustRun() async throws {
    try await onLoop { loop in
      let (client, server) = try await connectedPair(on: loop)
      var counts: [Int] = []
      for _ in 0..<SocketStream.callsInARowMax + 2 {
        counts.append(unsafe server.writeInTurn(([1, 2, 3] as [UInt8]).span.bytes))
      }
      #expect(counts == Array(repeating: 3, count: SocketStream.callsInARowMax) + [0, 0])
      try await server.write([4], until: .after(soon))
      #expect(unsafe server.writeInTurn(([5] as [UInt8]).span.bytes) == 1)
      var received: [UInt8] = []
      while received.count < 50 {
        _ = try await client.read(into: &received, atMost: 100, until: .after(soon))
      }
      #expect(received.suffix(2) == [4, 5])
    }
  }

  @Test func reportsAResetToTheReaderAfterTheWriter() async throws {
    try await onLoop { loop in
      let (client, server) = try await connectedPair(on: loop)
      try await server.write([1], until: .after(soon))
      try await client.becomeReadable(on: loop)
      client.close()
      let chunk = [UInt8](repeating: 0, count: 65_536)
      let written = await result { () throws(StreamError) in
        while true { try await server.write(chunk[...], until: .after(soon)) }
      }
      guard case .failure(.reset) = written else { throw StreamError.protocolFailure("no reset") }
      server.writeNow([1])
      var bytes: [UInt8] = []
      let read = await result { () throws(StreamError) in
        try await server.read(into: &bytes, atMost: 1, until: .after(soon))
      }
      #expect(read == .failure(.reset))
    }
  }

  @Test func cancelsReaderAndWriterOnClose() async throws {
    try await onLoop { loop in
      let (client, server) = try await connectedPair(on: loop)
      let confined = LoopBound(client, on: loop)
      let reading = Task(executorPreference: loop) {
        var bytes: [UInt8] = []
        return await result { () throws(StreamError) in
          try await confined.value.read(into: &bytes, atMost: 1, until: .never)
        }
      }
      let writing = Task(executorPreference: loop) {
        let big = [UInt8](repeating: 1, count: 64 << 20)
        return await result { () throws(StreamError) in
          try await confined.value.write(big[...], until: .never)
          return 0
        }
      }
      for _ in 0..<100 { await Task.yield() }
      client.close()
      client.close()
      #expect(await reading.value == .failure(.cancelled))
      #expect(await writing.value == .failure(.cancelled))
      await #expect(throws: StreamError.cancelled) { try await client.finishWriting(until: .never) }
      client.writeNow([1])
      server.close()
    }
  }

  @Test func staysUsableAfterACancelledRead() async throws {
    try await onLoop { loop in
      let (client, server) = try await connectedPair(on: loop)
      let confined = LoopBound(server, on: loop)
      let reading = Task(executorPreference: loop) {
        var bytes: [UInt8] = []
        return await result { () throws(StreamError) in
          try await confined.value.read(into: &bytes, atMost: 1, until: .never)
        }
      }
      await Task.yield()
      reading.cancel()
      #expect(await reading.value == .failure(.cancelled))
      try await client.write([5], until: .after(soon))
      client.close()
      #expect(try await server.readAll() == [5])
    }
  }

  @Test func receivesNothingFromAnEarlierConnection() async throws {
    try await onLoop { loop in
      let listener = try Listener(on: .loopback(), loop: loop)
      for round in 0..<200 {
        let client = try await SocketStream.connect(
          to: listener.address, on: loop, until: .after(soon))
        let server = try await listener.accept()
        try await client.write([UInt8(truncatingIfNeeded: round)], until: .after(soon))
        var bytes: [UInt8] = []
        #expect(try await server.read(into: &bytes, atMost: 9, until: .after(soon)) == 1)
        #expect(bytes == [UInt8(truncatingIfNeeded: round)])
        // Events of both are pending while the next pair reuses their numbers.
        server.writeNow([1, 2, 3])
        if round % 2 == 0 { client.close() } else { server.close() }
      }
    }
  }

  @Test func mayBeReleasedOnAnotherThread() async throws {
    let loop = try EventLoop(name: "test")
    defer { loop.stop() }
    let client = try await loop.run {
      let (client, server) = try await connectedPair(on: loop)
      // Only the closure retains it, and the closure ends with the detached task.
      let confined = LoopBound(server, on: loop)
      Task.detached { _ = confined }
      return LoopBound(client, on: loop)
    }
    let rest = try await loop.run {
      var bytes: [UInt8] = []
      return try await client.value.read(into: &bytes, atMost: 1, until: .after(soon))
    }
    #expect(rest == 0)
    try await loop.run { client.value.close() }
  }
}

extension SocketStream {
  /// Waits until input has arrived, without reading it.
  fileprivate func becomeReadable(on loop: EventLoop) async throws {
    try await loop.wait(for: .read, on: registration, until: .after(soon))
  }
}
