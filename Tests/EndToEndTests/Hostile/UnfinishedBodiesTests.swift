import TestSupport
import Testing

@Suite(
  .needs(.postgreSQL),
  .served(["--loops", "1"] + UnfinishedBodies.options + ServerProcess.figureOptions))
struct UnfinishedBodiesTests {
  @Test(arguments: UnfinishedBodies.allCases)
  func limitsUnfinishedBodiesOfOneAddress(bodies: UnfinishedBodies) async throws {
    let server = try ServerProcess.required()
    try await server.attacked { attack in
      try await bodies.send(attack) {
        // What is over the limit counts until others are revoked for it.
        try await eventually {
          try await server.figure("chatterd_request_memory_bytes")
            <= UnfinishedBodies.requestMemoryMax
        }
        try await Self.postClip(to: server)
      }
    }
    try await Self.postClip(to: server)
  }

  private static func postClip(to server: ServerProcess) async throws {
    let name = uniqueName()
    let clip = try LongClips.clip(mediaBytes: 1 << 20)
    try await server.withClient { client async throws in
      #expect(try await client.response(to: .clip(name, clip)).status == 200)
      #expect(try await client.rows(by: name).count == 1)
    }
  }
}
