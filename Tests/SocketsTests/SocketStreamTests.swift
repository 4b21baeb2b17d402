import Glibc
import System
import TestSupport
import Testing

@testable import Sockets

struct SocketStreamTests {
  @Test func transfersBytesAndEndsBothWays() async throws {
    try await onLoop { loop in
      let (client, server) = try await connectedPair(on: loop)
      let confined = LoopBound(server, on: loop)
      let echoing = Task(executorPreference: loop) {
        let bytes = try await confined.value.readAll()
        // The other end is half-closed and still reads.
        try await confined.value.write(bytes[...], until: .after(soon))
        try await confined.value.finishWriting(until: .after(soon))
        return bytes.count
      }
      let sent = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
      try await client.write(sent[...], until: .after(soon))
      try await client.finishWriting(until: .after(soon))
      #expect(try await client.readAll() == sent)
      #expect(try await echoing.value == sent.count)
    }
  }

  /// More than the buffers of both sockets take.
  private static let manyBytes = (0..<8 << 20).map { UInt8(truncatingIfNeeded: $0 ^ ($0 >> 8)) }

  @Test(.needs(.time), arguments: [7, 1000, 4096, 65_536, 1 << 20])
  func transfersManyBytesBothWaysAtOnce(atMost: Int) async throws {
    try await onLoop { loop in
      let (client, server) = try await connectedPair(on: loop)
      let sent = Array(Self.manyBytes.prefix(atMost * 20_000))
      let received = try await withThrowingTaskGroup(of: [UInt8]?.self) { group in
        for end in [LoopBound(client, on: loop), LoopBound(server, on: loop)] {
          group.addTask {
            try await end.value.write(sent[...], until: .after(soon))
            try await end.value.finishWriting(until: .after(soon))
            return nil
          }
          group.addTask { try await end.value.readAll(atMost: atMost) }
        }
        return try await group.reduce(into: [[UInt8]]()) { if let bytes = $1 { $0.append(bytes) } }
      }
      #expect(received.count == 2)
      #expect(received.allSatisfy { $0 == sent })
    }
  }

  @Test func readsAtMostTheRequestedBytes() async throws {
    try await onLoop { loop in
      let (client, server) = try await connectedPair(on: loop)
      try await client.write([1, 2, 3, 4, 5], until: .after(soon))
      try await client.finishWriting(until: .after(soon))
      var bytes: [UInt8] = [0]
      #expect(try await server.read(into: &bytes, atMost: 2, until: .after(soon)) == 2)
      #expect(bytes == [0, 1, 2])
      #expect(try await server.read(into: &bytes, atMost: 9, until: .after(soon)) == 3)
      #expect(bytes == [0, 1, 2, 3, 4, 5])
      for _ in 0..<3 {
        #expect(try await server.read(into: &bytes, atMost: 9, until: .after(soon)) == 0)
      }
      #expect(bytes.count == 6)
    }
  }

  @Test func returnsBytesAndEndThatArriveTogether() async throws {
    try await onLoop { loop in
      for _ in 0..<100 {
        let (client, server) = try await connectedPair(on: loop)
        try await client.write([1, 2, 3], until: .after(soon))
        client.close()
        #expect(try await server.readAll(atMost: 9) == [1, 2, 3])
      }
    }
  }

  @Test func writesNothingEvenAfterTheDeadline() async throws {
    try await onLoop { loop in
      let (client, _) = try await connectedPair(on: loop)
      try await client.write([], until: .now)
    }
  }

  // MARK: Deadlines

  @Test func timesOutReadsFromASilentPeer() async throws {
    try await onLoop { loop in
      let (client, server) = try await connectedPair(on: loop)
      var bytes: [UInt8] = []
      for _ in 0..<3 {
        let deadline = Deadline.after(.milliseconds(5))
        let outcome = await result { () throws(StreamError) in
          try await server.read(into: &bytes, atMost: 1, until: deadline)
        }
        #expect(outcome == .failure(.timedOut))
        #expect(deadline.hasPassed)
      }
      try await client.write([9], until: .after(soon))
      #expect(try await server.read(into: &bytes, atMost: 1, until: .after(soon)) == 1)
    }
  }

  @Test func keepsOneDeadlineOverManySmallReads() async throws {
    try await onLoop { loop in
      let (client, server) = try await connectedPair(on: loop)
      let confined = LoopBound(client, on: loop)
      let dripping = Task(executorPreference: loop) {
        while !Task.isCancelled {
          try await confined.value.write([1], until: .after(soon))
          try await loop.sleep(until: .after(.milliseconds(2)))
        }
      }
      let deadline = Deadline.after(.milliseconds(40))
      var bytes: [UInt8] = []
      let outcome = await result { () throws(StreamError) in
        while try await server.read(into: &bytes, atMost: 100, until: deadline) > 0 {}
      }
      guard case .failure(.timedOut) = outcome else { throw StreamError.protocolFailure("dripped") }
      #expect(deadline.duration(since: .now) == .zero)
      #expect(!bytes.isEmpty)
      dripping.cancel()
      _ = await dripping.result
    }
  }

  @Test func timesOutWritesToAPeerThatNeverReads() async throws {
    try await onLoop { loop in
      let (client, server) = try await connectedPair(on: loop)
      let big = [UInt8](repeating: 1, count: 64 << 20)
      let deadline = Deadline.after(.milliseconds(30))
      let outcome = await result { () throws(StreamError) in
        try await client.write(big[...], until: deadline)
      }
      guard case .failure(.timedOut) = outcome else { throw StreamError.protocolFailure("written") }
      #expect(deadline.hasPassed)
      server.close()
    }
  }

  @Test(.needs(.time)) func extendsWritesWhileThePeerAcceptsEnough() async throws {
    try await onLoop { loop in
      let (client, server) = try await connectedPair(on: loop)
      client.acknowledgedBytesPerSecondMin = 1000
      let confined = LoopBound(server, on: loop)
      let reading = Task(executorPreference: loop) {
        let end = Deadline.after(.milliseconds(500))
        var bytes: [UInt8] = []
        while !end.hasPassed {
          _ = try await confined.value.read(into: &bytes, atMost: 1 << 16, until: .after(soon))
          try await loop.sleep(until: .after(.milliseconds(2)))
        }
      }
      let big = [UInt8](repeating: 1, count: 256 << 20)
      let began = Deadline.now
      let outcome = await result { () throws(StreamError) in
        try await client.write(big[...], until: .after(.milliseconds(100)))
      }
      guard case .failure(.timedOut) = outcome else { throw StreamError.protocolFailure("written") }
      #expect(Deadline.now.duration(since: began) >= .milliseconds(500))
      _ = await reading.result
      server.close()
    }
  }

  // MARK: Fairness

  @Test func yieldsToOtherTasksOfTheLoop() async throws {
    try await onLoop { loop in
      let (client, server) = try await connectedPair(on: loop)
      let sent = [UInt8](repeating: 1, count: 4096)
      try await client.write(sent[...], until: .after(soon))
      let other = Task(executorPreference: loop) {
        var yieldCount = 0
        while !Task.isCancelled {
          yieldCount += 1
          await Task.yield()
        }
        return yieldCount
      }
      var bytes: [UInt8] = []
      for _ in 0..<sent.count {
        #expect(try await server.read(into: &bytes, atMost: 1, until: .after(soon)) == 1)
      }
      other.cancel()
      let yieldCount = await other.value
      #expect(yieldCount >= sent.count / SocketStream.callsInARowMax - 1)
    }
  }
}
