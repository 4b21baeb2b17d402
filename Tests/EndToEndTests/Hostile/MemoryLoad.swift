import TestSupport
import Testing

/// The worst load for the memory of a server with small limits.
enum MemoryLoad {
  static let requestMemoryMax = 64 << 20
  static let listMemoryMax = 16 << 20
  static let options = [
    "--loops", "1", "--rate-limit", "0", "--connections-max", "60",
    "--body-bytes-max", "4MiB", "--request-memory-max", "\(requestMemoryMax)",
    "--list-memory-max", "\(listMemoryMax)", "--database-connections", "3",
  ]
  /// Addresses that fill the memory for bodies: each may hold an eighth of it.
  static let addressCount = 8

  /// Returns the sum that `chatterd help limits` prints, and the whole text.
  static func computed(
    by program: String, _ options: [String]
  ) async throws -> (bytes: Int, text: String) {
    let help = try await ProgramRun(program, ["help", "limits"] + options).checked().text
    let sum = try #require(help.split(separator: "\n").first { $0.contains("bytes in total") })
    return (try #require(sum.split(separator: " ").compactMap { Int($0) }.last), help)
  }

  /// Fills the lists, then heads, responses and bodies at once.
  ///
  /// - Parameter check: Called while all of them are held.
  static func run(
    on server: ServerProcess, check: @escaping @Sendable () async throws -> Void = {}
  ) async throws {
    try await fillLists(of: server)
    try await server.attacked { attack in
      var readers: [HostileClient] = []
      defer { for reader in readers { reader.close() } }
      for _ in 0..<20 {
        let reader = try await attack.connectHTTP2(streamWindow: 0)
        readers.append(reader)
        for _ in 0..<100 { try await reader.request("GET", "/getchatts/", manyFields) }
        _ = try await reader.frames(within: .milliseconds(1))
      }
      try await holdBodies(1, on: server, check)
    }
  }

  /// Fields of a head that is large without being refused.
  private static let manyFields = (0..<40).map {
    ("x-field-\($0)", String(repeating: "y", count: 300))
  }

  /// Posts twice the memory of the lists.
  private static func fillLists(of server: ServerProcess) async throws {
    let message = String(repeating: "x", count: 65_000)
    try await server.withClient { client async throws in
      for number in 0..<500 {
        #expect(try await client.response(to: .text("u\(number)", message)).status == 200)
      }
      #expect(try await client.rows().count == 500)
    }
  }

  /// Fills the memory for bodies from several addresses, one inside the other.
  private static func holdBodies(
    _ number: Int, on server: ServerProcess, _ check: @escaping @Sendable () async throws -> Void
  ) async throws {
    guard number <= addressCount else { return try await check() }
    try await server.attacked(from: "127.0.1.\(number)") { attack in
      var clients: [HostileClient] = []
      defer { for client in clients { client.close() } }
      let bytes = [UInt8](repeating: 0x41, count: 1 << 20)
      for _ in 0..<2 {
        let client = try await attack.connect()
        clients.append(client)
        try await client.send(
          "POST /postaudio/ HTTP/1.1\r\nHost: x\r\nContent-Length: 4000000\r\n\r\n")
        for _ in 0..<3 { try? await client.send(bytes, within: .seconds(2)) }
      }
      try await holdBodies(number + 1, on: server, check)
    }
  }
}
