import TestSupport
import Testing

@Suite("Hostile: lists that fill memory (needs PostgreSQL and a socket)", .needs(.postgreSQL))
struct UnreadListsTests {
  static let listMemoryMax = 8 << 20
  /// The maximum growth: the lists and the buffers.
  static let growthMax = listMemoryMax + (16 << 20)
  static let postCount = 300

  @Test func listsEveryRowBeyondTheListMemory() async throws {
    let server = try await Self.server()
    let before = try server.residentBytes
    try await server.attacked { attack in
      let poster = try await attack.connect()
      defer { poster.close() }
      for number in 0..<Self.postCount { try await Self.post(number, with: poster) }
    }
    let rows = try await server.withClient { try await $0.rows() }
    #expect(rows.count == Self.postCount + 1)
    #expect(Set(rows.compactMap(\.first)).count == Self.postCount + 1)
    #expect(try await Self.atRest(server, below: before + Self.growthMax) < before + Self.growthMax)
    #expect(try await server.stop() == .exited(0))
  }

  @Test func releasesOldRowsDespiteUnreadLists() async throws {
    let server = try await Self.server()
    let before = try server.residentBytes
    try await server.attacked { attack in
      let poster = try await attack.connect()
      let reader = try await attack.connectHTTP2(streamWindow: 0)
      defer {
        poster.close()
        reader.close()
      }
      for number in 0..<120 {
        try await Self.post(number, with: poster)
        try await reader.request("GET", "/getchatts/")
        _ = try await reader.frames(within: .milliseconds(1))
      }
      #expect(
        try await Self.atRest(server, below: before + Self.growthMax) < before + Self.growthMax)
    }
    #expect(try await server.withClient { try await $0.rows().count } == 121)
    #expect(try await server.stop() == .exited(0))
  }

  private static func server() async throws -> ServerProcess {
    let server = try await ServerProcess(
      options: ["--loops", "1", "--rate-limit", "0", "--list-memory-max", "\(listMemoryMax)"])
    #expect(try await server.response(to: .text("first")).status == 200)
    #expect(try await server.withClient { try await $0.rows().count } == 1)
    return server
  }

  /// Posts a message of 65 KB.
  private static func post(_ number: Int, with client: HostileClient) async throws {
    let message = String(repeating: "x", count: 65_000)
    try await client.send(WireRequest.text("u\(number)", message).bytes)
    #expect(try await client.status() == 200)
  }

  /// Waits until the resident memory is below a limit, and returns it. An idle server frees unused
  /// memory a second after its last work.
  private static func atRest(_ server: ServerProcess, below limit: Int) async throws -> Int {
    let end = ContinuousClock.now + .seconds(10)
    while try server.residentBytes >= limit, ContinuousClock.now < end {
      try await Task.sleep(for: .milliseconds(100))
    }
    return try server.residentBytes
  }
}
