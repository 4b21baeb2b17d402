import TestSupport
import Testing

@Suite("Hostile: a timeline of many rows (needs PostgreSQL and a socket)", .needs(.postgreSQL))
struct LongTimelineTests {
  static let clipCount = 30_000
  static let pairCount = 60
  /// How much more processor time a post and a list that has not changed may take beside all these.
  static let growthMax = Duration.milliseconds(1.5)
  static let rowsAtOnce = 60_000
  /// Far more than a slice of the rows takes, and less than all of them at once.
  static let waitMax = Duration.milliseconds(1500)

  @Test func postsAtTheSameCostOnALongTimeline() async throws {
    let database = try await TestDatabase()
    let server = try await ServerProcess(
      .shared(database), options: ["--loops", "1", "--rate-limit", "0"])
    let short = try await Self.pairTime(server)
    try await database.run(
      """
      insert into chatts (id, username, message, audio, audio_codec, audio_duration_us,
        audio_sample_rate, audio_channels)
      select gen_random_uuid(), 'u', 'm', '\\x00', 'aac', 1, 8000, 1
      from generate_series(1, \(Self.clipCount))
      """)
    let long = try await Self.pairTime(server)
    if !Sanitizer.isOn { #expect(long - short < Self.growthMax) }
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

  @Test func servesOthersWhileManyRowsAreLoaded() async throws {
    let database = try await TestDatabase()
    let server = try await ServerProcess(
      .shared(database), options: ["--loops", "1", "--rate-limit", "0"])
    #expect(try await server.response(to: .get("/getchatts/")).status == 200)
    try await database.run(
      """
      insert into chatts (id, username, message)
      select gen_random_uuid(), 'u', 'message number ' || n
      from generate_series(1, \(Self.rowsAtOnce)) n
      """)
    let (status, longest) = try await server.longestWait { attack in
      let client = try await attack.connect()
      defer { client.close() }
      try await client.send(WireRequest.get("/getchatts/").bytes)
      return try await client.status()
    }
    #expect(status == 200)
    if !Sanitizer.isOn { #expect(longest < Self.waitMax) }
    #expect(try await server.withClient { try await $0.rows().count } == Self.rowsAtOnce)
    #expect(try await server.stop() == .exited(0))
  }
}
