import TestSupport
import Testing

/// Latency of others, and resident memory, during single attacks.
@Suite(.needs(.postgreSQL))
struct HostileMeasurements {
  /// The maximum wait of another client: far above the actual one, far below that without limits.
  static let waitMax = Duration.milliseconds(250)
  private static let options = ["--loops", "1"]

  private static func server(_ options: [String] = []) async throws -> ServerProcess {
    try await ServerProcess(
      .shared(TestDatabase()), options: Self.options + options, program: Measured.chatterd)
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

  /// The server's buffers may grow, but not by the sent bytes.
  @Test(arguments: EndlessHead.starts)
  func holdsLittleOfEndlessHeads(start: String) async throws {
    let server = try await Self.server()
    let before = try server.residentBytes
    _ = try await server.attacked { attack in
      try await attack.sendEndlessHead(start) {
        let growth = try server.residentBytes - before
        #expect(growth < EndlessHead.sentBytesMax / 4)
      }
    }
    #expect(try await server.stop() == .exited(0))
  }

  @Test(arguments: UnfinishedBodies.allCases)
  func limitsUnfinishedBodies(bodies: UnfinishedBodies) async throws {
    let server = try await Self.server(UnfinishedBodies.options)
    let before = try server.residentBytes
    try await server.attacked { attack in
      try await bodies.send(attack) {
        // The memory for bodies, and buffers.
        let growth = try server.residentBytes - before
        #expect(growth < UnfinishedBodies.requestMemoryMax + (8 << 20))
      }
    }
    #expect(try await server.stop() == .exited(0))
  }

  @Test func releasesTheMemoryOfOldLists() async throws {
    let server = try await UnreadLists.server(program: Measured.chatterd)
    let before = try server.residentBytes
    try await server.attacked { attack in
      try await UnreadLists.postAndRequest(120, attack) {
        // An idle server frees unused memory a second after its last work.
        try await eventually { try server.residentBytes - before < UnreadLists.heldBytesMax }
      }
    }
    #expect(try await server.stop() == .exited(0))
  }

  @Test func holdsNoRowsBeyondTheListMemory() async throws {
    let server = try await UnreadLists.server(program: Measured.chatterd)
    let before = try server.residentBytes
    try await server.attacked { try await UnreadLists.post(300, $0) }
    #expect(try await server.withClient { try await $0.rows().count } == 301)
    try await eventually { try server.residentBytes - before < UnreadLists.heldBytesMax }
    #expect(try await server.stop() == .exited(0))
  }
}
