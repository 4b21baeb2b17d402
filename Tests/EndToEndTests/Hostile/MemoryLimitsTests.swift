import EventLoop
import TestSupport
import Testing

@Suite(
  "Hostile: the memory that `chatterd help limits` computes (needs PostgreSQL and a socket)",
  .needs(.postgreSQL))
struct MemoryLimitsTests {
  static let options = [
    "--loops", "1", "--rate-limit", "0", "--connections-max", "60",
    "--body-bytes-max", "4MiB", "--request-memory-max", "64MiB", "--list-memory-max", "16MiB",
    "--database-connections", "3",
  ]
  /// The maximum ratio of the computed memory to that of the worst load; a larger bound is useless.
  static let exaggerationMax = 12
  /// Addresses that fill the memory for bodies: each may hold an eighth of it.
  static let addressCount = 8

  @Test func staysBelowTheComputedMemoryUnderTheWorstLoad() async throws {
    let help = try await ProgramRun(
      Repository.program("chatterd"), ["help", "limits"] + Self.options
    ).checked().text
    let sum = try #require(help.split(separator: "\n").first { $0.contains("bytes in total") })
    let bound = try #require(sum.split(separator: " ").compactMap { Int($0) }.last)

    let server = try await ServerProcess(options: Self.options)
    let peak = try ResidentPeak(of: server)
    async let watching: Void = peak.watch()
    try await Self.fillLists(of: server)
    try await server.attacked { attack in
      var readers: [HostileClient] = []
      defer { for reader in readers { reader.close() } }
      for _ in 0..<20 {
        let reader = try await attack.connectHTTP2(streamWindow: 0)
        readers.append(reader)
        for _ in 0..<100 { try await reader.request("GET", "/getchatts/", Self.manyFields) }
        _ = try await reader.frames(within: .milliseconds(1))
      }
      try await Self.holdBodies(1, on: server)
    }
    peak.end()
    try await watching
    if !Sanitizer.isOn {
      #expect(peak.bytes < bound, "\(help)")
      #expect(bound < peak.bytes * Self.exaggerationMax, "\(peak.bytes)\n\(help)")
    }
    #expect(try await server.response(to: .text("ada")).status == 200)
    #expect(try await server.stop() == .exited(0))
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
  private static func holdBodies(_ number: Int, on server: ServerProcess) async throws {
    guard number <= addressCount else { return }
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
      try await holdBodies(number + 1, on: server)
    }
  }
}
