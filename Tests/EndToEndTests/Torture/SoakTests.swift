import Foundation
import Sockets
import TestSupport
import Testing

@Suite(
  "Soak: mixed load leaves nothing behind (needs PostgreSQL and a socket)", .needs(.postgreSQL))
struct SoakTests {
  /// `SOAK_MINUTES` (`make soak`: 60); without, a few seconds that show that it works.
  static let length: Duration = {
    let minutes = ProcessInfo.processInfo.environment["SOAK_MINUTES"].flatMap { Double($0) }
    return minutes.map { .seconds($0 * 60) } ?? .seconds(10)
  }()
  /// When the server has all that it needs: after five minutes, of less than 25 after a fifth.
  static let settlingTime = min(length / 5, .seconds(300))
  static let samplePause = min(length / 10, .seconds(15))
  /// How many looks, from when it had settled and at the end, are compared by their medians: at any
  /// one moment the allocator holds a twentieth more or less. Together they are seven minutes of an
  /// hour.
  static let samplesMax = 28
  /// What may be more at the end, in hundredths. A run of seconds ends while memory still fills.
  static let growthPercentMax = length < .seconds(300) ? 40 : 2
  /// Rows that stay: older ones are deleted, for the data must not grow either.
  static let rowsMax = 500

  @Test func endsWithTheMemoryAndDescriptorsOfTheStart() async throws {
    let database = try await TestDatabase()
    let server = try await ServerProcess(.shared(database))
    let load = SoakLoad(server)
    // Of its own, so that the looks come in time however busy the clients are.
    let loop = try EventLoop(name: "samples")
    defer { loop.stop() }
    async let loading: Void = load.run()
    async let trimming: Void = loop.run { try await trim(database, beside: load, loop) }
    async let visiting: Void = loop.run { try await load.visitByHTTP2(on: loop) }
    let settled: [SoakSample]
    do {
      settled = try await loop.run { try await samples(of: load, server, loop) }
    } catch {
      Issue.record("after \(load.failures): \(error)")
      settled = []
    }
    load.finish()
    try await loading
    try await trimming
    try await visiting
    #expect(load.failures == [])
    let count = min(Self.samplesMax, settled.count / 2)
    try #require(count > 0)
    let (first, end) = (settled.prefix(count), settled.suffix(count))
    let most = 100 + Self.growthPercentMax
    for fact in [\SoakSample.residentBytes, \SoakSample.descriptorCount] {
      #expect(Self.median(end, fact) * 100 <= Self.median(first, fact) * most)
    }
    #expect(Self.median(end, \.responseCount) > Self.median(first, \.responseCount))
    #expect(try await server.stop() == .exited(0))
  }

  /// Looks at the server again and again; returns what was seen since it had settled.
  private func samples(
    of load: SoakLoad, _ server: ServerProcess, _ loop: EventLoop
  ) async throws -> [SoakSample] {
    let began = ContinuousClock.now
    var settled: [SoakSample] = []
    while ContinuousClock.now - began < Self.length, !server.program.hasEnded {
      try await loop.sleep(until: .after(Self.samplePause))
      let sample = try await load.sample(on: loop)
      let time = ContinuousClock.now - began
      if time >= Self.settlingTime { settled.append(sample) }
      Torture.report("soak, \(time.components.seconds) s: \(sample)")
    }
    return settled
  }

  private static func median(
    _ samples: some Sequence<SoakSample>, _ fact: KeyPath<SoakSample, Int>
  ) -> Int {
    let values = samples.map { $0[keyPath: fact] }.sorted()
    return (values[values.count / 2] + values[(values.count - 1) / 2]) / 2
  }

  /// Keeps the timeline as long as it is, while clients post.
  private func trim(
    _ database: TestDatabase, beside load: SoakLoad, _ loop: EventLoop
  ) async throws {
    while !load.isOver {
      try await database.run(
        """
        delete from chatts
        where sequence <= (select max(sequence) - \(Self.rowsMax) from chatts)
        """)
      try await loop.sleep(until: .after(.seconds(1)))
    }
  }
}

/// How a server stands when nothing is asked of it.
struct SoakSample: Sendable, CustomStringConvertible {
  let residentBytes: Int
  let descriptorCount: Int
  /// Answers since the beginning.
  let responseCount: Int

  var description: String {
    "\(residentBytes >> 10) KiB resident, \(descriptorCount) descriptors, \(responseCount) responses"
  }
}
