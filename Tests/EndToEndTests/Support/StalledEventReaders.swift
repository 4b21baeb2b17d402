import System
import TLS
import TestSupport
import Testing

/// Readers of events that stop reading beside one that continues.
enum StalledEventReaders {
  /// Runs posts, and checks that the reader that continues gets every event, and that one that
  /// stopped has lost its connection and gets the rest on the next one.
  ///
  /// - Parameter check: Called when the first reader has every event.
  static func run(
    on server: ServerProcess, check: @escaping @Sendable () async throws -> Void
  ) async throws {
    let loop = try EventLoop(name: "readers")
    defer { loop.stop() }
    let context = try TLSContext.client(trusting: server.certificate)
    let postCount = 300
    try await loop.run {
      var stalled: [EventReader] = []
      for _ in 0..<20 {
        let reader = EventReader(on: loop)
        try await reader.connect(to: server, context)
        stalled.append(reader)
      }
      let reader = EventReader(on: loop)
      try await reader.connect(to: server, context)
      let message = String(repeating: "x", count: 60_000)
      async let posting: Void = server.withClient { client in
        for number in 0..<postCount {
          let request = WireRequest.text("u\(number)", message)
          let status = try await client.response(to: request).status
          try #require(status == 200)
        }
      }
      try await reader.readAll(postCount, from: server, context)
      try await posting
      #expect(reader.events.count == postCount && Set(reader.events).count == postCount)
      try await check()
      // A reader that continues finds that it has lost its place: its stream ends, or, if it was
      // away for longer than the server waits, its connection is reset.
      let late = stalled[0]
      while (try? await late.read()) ?? false {}
      #expect(late.events.count < postCount)
      try await late.readAll(postCount, from: server, context)
      #expect(late.events.count == postCount && Set(late.events).count == postCount)
      for reader in stalled { reader.cut() }
    }
  }
}
