import TestSupport
import Testing

@Suite(.needs(.postgreSQL))
struct LongTimelineMeasurements {
  static let clipCount = 30_000
  static let pairCount = 300
  /// The maximum ratio of the processor time of a post and an unchanged list beside all these rows
  /// to that without them.
  static let growthRatioMax = 2.0
  static let rowsAtOnce = 60_000
  /// Far more than a slice of the rows takes, and less than all of them at once.
  static let waitMax = Duration.milliseconds(250)

  @Test func postsAtTheSameCostOnALongTimeline() async throws {
    let database = try await TestDatabase()
    let server = try await ServerProcess(
      .shared(database), options: ["--loops", "1"], program: Measured.chatterd)
    let short = try await Measured.least { try await Self.pairTime(server) }
    try await database.run(
      """
      insert into chatts (id, username, message, audio, audio_codec, audio_duration_us,
        audio_sample_rate, audio_channels)
      select gen_random_uuid(), 'u', 'm', '\\x00', 'aac', 1, 8000, 1
      from generate_series(1, \(Self.clipCount))
      """)
    let long = try await Measured.least { try await Self.pairTime(server) }
    #expect(long / short < Self.growthRatioMax, "\(short) short, \(long) long")
    #expect(try await server.stop() == .exited(0))
  }

  /// The processor time of a post and a getaudio of which nothing is sent.
  private static func pairTime(_ server: ServerProcess) async throws -> Duration {
    let unchanged = WireRequest.get("/getaudio/").with(fields: "If-None-Match: *")
    return try await server.withClient { client async throws in
      // All that is new is loaded before it is measured.
      _ = try await client.rows("/getaudio/")
      let name = uniqueName()
      let before = try server.processorTime
      for number in 0..<pairCount {
        #expect(try await client.response(to: .text(name, "\(number)")).status == 200)
        #expect(try await client.response(to: unchanged).status == 304)
      }
      return try (server.processorTime - before) / pairCount
    }
  }

  @Test func servesOthersInTimeWhileManyRowsAreLoaded() async throws {
    let longest = try await Measured.least {
      let database = try await TestDatabase()
      let server = try await ServerProcess(
        .shared(database), options: ["--loops", "1"], program: Measured.chatterd)
      #expect(try await server.response(to: .get("/getchatts/")).status == 200)
      try await database.run(
        """
        insert into chatts (id, username, message)
        select gen_random_uuid(), 'u', 'message number ' || n
        from generate_series(1, \(Self.rowsAtOnce)) n
        """)
      let (status, longest) = try await server.longestWait {
        try await $0.status(of: .get("/getchatts/"))
      }
      #expect(status == 200)
      #expect(try await server.stop() == .exited(0))
      return longest
    }
    #expect(longest < Self.waitMax)
  }
}
