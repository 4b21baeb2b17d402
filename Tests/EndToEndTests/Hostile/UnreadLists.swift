import TestSupport
import Testing

/// A timeline that is larger than the memory of the lists.
enum UnreadLists {
  static let listMemoryMax = 8 << 20
  /// The maximum memory of the lists: the least limit for retired memory is 16 MiB.
  static let heldBytesMax = listMemoryMax + (16 << 20)

  static func server(
    program: String = Repository.program("chatterd")
  ) async throws -> ServerProcess {
    let options = ["--loops", "1", "--list-memory-max", "\(listMemoryMax)"]
    let server = try await ServerProcess(
      .shared(TestDatabase()), options: options + ServerProcess.figureOptions, program: program)
    #expect(try await server.response(to: .text("first")).status == 200)
    #expect(try await server.withClient { try await $0.rows().count } == 1)
    return server
  }

  /// Posts messages of 65 KB.
  static func post(_ count: Int, _ attack: Attack) async throws {
    let poster = try await attack.connect()
    defer { poster.close() }
    for number in 0..<count { try await post(number, with: poster) }
  }

  /// Requests a list after each of these posts, and reads none of them.
  ///
  /// - Parameter check: Called while all lists are requested.
  static func postAndRequest(
    _ count: Int, _ attack: Attack, check: () async throws -> Void
  ) async throws {
    let poster = try await attack.connect()
    let reader = try await attack.connectHTTP2(streamWindow: 0)
    defer {
      poster.close()
      reader.close()
    }
    for number in 0..<count {
      try await post(number, with: poster)
      try await reader.request("GET", "/getchatts/")
      _ = try await reader.frames(within: .milliseconds(1))
    }
    try await check()
  }

  private static func post(_ number: Int, with client: HostileClient) async throws {
    let message = String(repeating: "x", count: 65_000)
    try await client.send(WireRequest.text("u\(number)", message).bytes)
    #expect(try await client.status() == 200)
  }
}
