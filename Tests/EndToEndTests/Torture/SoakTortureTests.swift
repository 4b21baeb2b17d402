import Foundation
import System
import TestSupport
import Testing

@Suite(.needs(.postgreSQL))
struct SoakTortureTests {
  private static let minutes = ProcessInfo.processInfo.environment["SOAK_MINUTES"]
    .flatMap { Double($0) }
  /// `SOAK_MINUTES` (`make soak`: 60).
  static let length = Duration.seconds((minutes ?? 60) * 60)
  /// The time after which memory should not grow: five minutes, or a fifth of less than 25.
  static let settlingTime = min(length / 5, .seconds(300))
  static let samplePause = min(length / 10, .seconds(15))
  /// The number of samples at the start and at the end whose medians are compared, since at any
  /// time the allocator holds a twentieth more or less. They cover seven minutes of an
  /// hour.
  static let samplesMax = 28
  /// The maximum growth in percent. In a run of seconds, memory is still filling up.
  static let growthPercentMax = length < .seconds(300) ? 40 : 2
  /// The maximum number of rows: older ones are deleted, since the data must not grow.
  static let rowsMax = 500

  @Test(.enabled(if: minutes != nil, "make soak sets SOAK_MINUTES"))
  func endsWithTheMemoryAndDescriptorsOfTheStart() async throws {
    let database = try await TestDatabase()
    let server = try await ServerProcess(.shared(database))
    let load = SoakLoad(server)
    // A separate loop, so that samples are taken in time however busy the clients are.
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

  /// Samples the server repeatedly; returns the samples after the settling time.
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

  /// Keeps the timeline at the same length while clients post.
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

/// The resources of an idle server.
struct SoakSample: Sendable, CustomStringConvertible {
  let residentBytes: Int
  let descriptorCount: Int
  /// The number of responses since the start.
  let responseCount: Int

  var description: String {
    "\(residentBytes >> 10) KiB resident, \(descriptorCount) descriptors, \(responseCount) responses"
  }
}
