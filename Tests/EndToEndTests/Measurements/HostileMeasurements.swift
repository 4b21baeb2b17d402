import TestSupport
import Testing

/// Latency of others, and resident memory, during single attacks.
@Suite(.needs(.postgreSQL))
struct HostileMeasurements {
  /// The maximum wait of another client: far above the actual one, far below that without limits.
  static let waitMax = Duration.milliseconds(250)

  private static func server() async throws -> ServerProcess {
    try await ServerProcess(
      .shared(TestDatabase()), options: ["--loops", "1"], program: Measured.chatterd)
  }

  @Test func servesOthersInTimeDuringALongUpload() async throws {
    let server = try await Self.server()
    let request = LongClips.costlyPost(of: try LongClips.clip(mediaBytes: 8 << 20))
    let longest = try await Measured.least {
      let (statuses, longest) = try await server.longestWait {
        try await $0.statusesOfPostAndList(request)
      }
      #expect(statuses == [200, 200])
      return longest
    }
    #expect(longest < Self.waitMax)
    #expect(try await server.stop() == .exited(0))
  }

  /// The server's buffers may grow, but not by the decoded body.
  @Test(arguments: GzipBomb.kinds)
  func rejectsCompressedBombsInTimeAndLittleMemory(kind: GzipBomb.Kind) async throws {
    let server = try await Self.server()
    let bomb = try await kind.post()
    let before = try server.residentBytes
    let longest = try await Measured.least {
      try await server.longestWait { try await $0.status(of: bomb) }.longest
    }
    #expect(longest < Self.waitMax)
    #expect(try server.residentBytes - before < GzipBomb.Kind.decodedBytes * 3 / 4)
    #expect(try await server.stop() == .exited(0))
  }
}
