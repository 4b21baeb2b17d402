import Foundation
import TestSupport
import Testing

@Suite(
  "Failure of calls during a long getaudio (needs PostgreSQL, a socket and cc)",
  .needs(.postgreSQL))
struct StreamFaultTests {
  /// The numbers of the calls that fail, counted from 0 after the request was sent.
  static let skips = Torture.isFull ? [0, 1, 5, 25] : [0, 5]
  /// The number of clips of a megabyte, which are fetched in chunks; short ones are 20 times as
  /// many.
  static let longClipCount = Torture.count(1, full: 8)
  static let growthBytesMax = 24 << 20

  /// The faults, each with curl's option for the protocol of the request.
  static let faults: [(option: String, fault: Fault)] =
    [
      Fault(function: "recv", place: .database, error: ECONNRESET),
      Fault(function: "send", place: .database, error: EPIPE),
      Fault(function: "PQsendQueryPrepared"), Fault(function: "PQflush"),
      Fault(function: "PQconsumeInput"), Fault(function: "PQgetResult"),
      Fault(function: "send", place: .clients, error: EPIPE),
      Fault(function: "send", place: .clients, error: ENOBUFS),
      Fault(function: "send", place: .clients, error: -1),
      Fault(function: "SSL_write_ex"), Fault(function: "BIO_write"),
    ].map { ("--http1.1", $0) }
    + [
      Fault(function: "recv", place: .database, error: ECONNRESET),
      Fault(function: "send", place: .clients, error: EPIPE),
      Fault(function: "SSL_write_ex"), Fault(function: "nghttp2_session_mem_send"),
      Fault(function: "nghttp2_session_mem_recv"), Fault(function: "nghttp2_submit_response"),
    ].map { ("--http2", $0) }

  @Test func neverCompletesATruncatedList() async throws {
    let control = try FaultControl()
    let database = try await TestDatabase()
    let server = try await ServerProcess(
      .shared(database),
      options: ["--list-memory-max", "0", "--loops", "2", "--database-connections", "6"],
      environment: FaultLibrary.environment(control))
    try await Self.fill(database)
    let isBypassed = try await FaultLibrary.isBypassed.value
    let whole = try #require(try await Self.list(server, "--http1.1"))
    #expect(whole.count > Self.longClipCount << 20)
    // Everything that each protocol and each connection allocates once.
    for _ in 0..<4 { #expect(try await Self.list(server, "--http2") == whole) }
    let (descriptors, resident) = (try server.descriptorCount, try server.residentBytes)

    var (failedCount, cutCount) = (0, 0)
    for (option, fault) in Self.faults {
      var hasFailed = false
      for skip in Self.skips {
        try control.arm(fault, skip: skip)
        let list = try await Self.list(server, option)
        let isFired = try control.disarm()
        #expect(list == nil || list == whole, "\(fault), call \(skip), \(option)")
        #expect(isFired || list == whole, "\(fault), call \(skip), \(option) did not come")
        hasFailed = hasFailed || isFired
        failedCount += isFired ? 1 : 0
        cutCount += list == nil ? 1 : 0
      }
      #expect(hasFailed || isBypassed, "\(fault), \(option): no such call was made")
      #expect(try await Self.list(server, option) == whole, "after \(fault), \(option)")
      try #require(!server.program.hasEnded, "\(fault), \(option) ended the server")
    }
    #expect(cutCount > 0 || isBypassed)
    let growth = try server.residentBytes - resident
    #expect(growth < Self.growthBytesMax)
    // The pool may have opened more of its connections since.
    #expect(try server.descriptorCount <= descriptors + 6)
    Torture.report(
      "a list of \(whole.count >> 10) KiB: \(failedCount) calls failed, \(cutCount) responses were cut, "
        + "\(growth >> 10) KiB more")
    #expect(try await server.stop() == .exited(0))
  }

  private static func fill(_ database: TestDatabase) async throws {
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
      "/getaudio/", options: [option, "--max-time", "45"])
    #expect(outcome.run.status != 28, "curl timed out")
    return outcome.run.status == 0 && outcome.values == ["200"] ? outcome.body : nil
  }
}
