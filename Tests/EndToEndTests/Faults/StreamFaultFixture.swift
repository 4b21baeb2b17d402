import TestSupport
import Testing

/// A server with the fault library loaded, and clips that it fetches while it sends them.
struct StreamFaultFixture {
  let server: ServerProcess
  /// The response to getaudio.
  let whole: [UInt8]
  private let control: FaultControl

  /// - Parameter longClipCount: The number of clips of a megabyte, which are fetched in chunks;
  ///   short ones are 20 times as many.
  init(longClipCount: Int) async throws {
    control = try FaultControl()
    let database = try await TestDatabase()
    server = try await ServerProcess(
      .shared(database),
      options: ["--list-memory-max", "0", "--loops", "2", "--database-connections", "6"],
      environment: FaultLibrary.environment(control))
    try await Self.fill(database, longClipCount)
    whole = try #require(try await Self.list(server, "--http1.1"))
    #expect(whole.count > longClipCount << 20)
    // Everything that each protocol and each connection allocates once.
    for _ in 0..<4 { #expect(try await Self.list(server, "--http2") == whole) }
  }

  /// Makes a call fail while curl gets the list, and checks that curl does not take a truncated one
  /// for complete.
  ///
  /// - Returns: whether such a call was made, and whether the response was cut short.
  func experiment(
    _ fault: Fault, skip: Int, _ option: String
  ) async throws -> (isFired: Bool, isCut: Bool) {
    try control.arm(fault, skip: skip)
    let list = try await Self.list(server, option)
    let isFired = try control.disarm()
    #expect(list == nil || list == whole, "\(fault), call \(skip), \(option)")
    #expect(isFired || list == whole, "\(fault), call \(skip), \(option) did not come")
    return (isFired, list == nil)
  }

  /// Checks the server after a fault.
  func check(_ fault: Fault, _ option: String) async throws {
    #expect(try await Self.list(server, option) == whole, "after \(fault), \(option)")
    try #require(!server.program.hasEnded, "\(fault), \(option) ended the server")
  }

  private static func fill(
    _ database: TestDatabase, _ longClipCount: Int
  ) async throws {
    for (count, words) in [(longClipCount, 333_333), (20 * longClipCount, 16_000)] {
      try await database.run(
        """
        insert into chatts (id, username, message, audio, audio_codec, audio_duration_us,
          audio_sample_rate, audio_channels)
        select gen_random_uuid(), 'ada', 'm', decode(repeat('00ff7f', \(words)), 'hex'), 'aac-lc',
          1, 1, 1 from generate_series(1, \(count))
        """)
    }
  }

  /// Returns getaudio as received by curl; nil if curl reports that it is incomplete.
  private static func list(_ server: ServerProcess, _ option: String) async throws -> [UInt8]? {
    let outcome = try await Curl(server: server).call(
      "/getaudio/", options: [option, "--max-time", "60"])
    #expect(outcome.run.status != 28, "curl timed out")
    return outcome.run.status == 0 && outcome.values == ["200"] ? outcome.body : nil
  }
}
