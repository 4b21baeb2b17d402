import TestSupport
import Testing

@Suite(
  "Hostile: bodies that never end (needs PostgreSQL and a socket)", .needs(.postgreSQL),
  .served(
    "--loops", "1", "--rate-limit", "0", "--body-bytes-max", "4MiB", "--request-memory-max", "16MiB"
  ))
struct UnfinishedBodiesTests {
  static let requestMemoryMax = 16 << 20
  /// The maximum growth: the memory for bodies, and buffers.
  static let growthMax = requestMemoryMax + (8 << 20)

  @Test func limitsSmallBodiesOnManyHTTP2Streams() async throws {
    let server = try ServerProcess.required()
    let before = try server.residentBytes
    try await server.attacked { attack in
      var clients: [HostileClient] = []
      defer { for client in clients { client.close() } }
      let body =
        Array(#"{"username":"a","message":""#.utf8)
        + [UInt8](repeating: 0x78, count: 60_000)
      for _ in 0..<4 {
        let client = try await attack.connectHTTP2()
        clients.append(client)
        _ = try await client.frames(within: .milliseconds(100))
        for _ in 0..<127 {
          // A connection that was ended takes nothing more.
          try? await client.send(
            client.requestFrames("POST", "/postchatt/", body: body, ends: false).bytes,
            within: .milliseconds(100))
          // The server opens its windows again as it takes what has come.
          _ = try await client.frames(within: .milliseconds(1))
        }
      }
      #expect(try server.residentBytes - before < Self.growthMax)
      try await Self.postClip(to: server)
    }
    try await Self.postClip(to: server)
  }

  @Test func limitsSlowLargeBodiesOfOneAddress() async throws {
    let server = try ServerProcess.required()
    let before = try server.residentBytes
    try await server.attacked { attack in
      var clients: [HostileClient] = []
      defer { for client in clients { client.close() } }
      let head = """
        POST /postaudio/ HTTP/1.1\r\nHost: x\r\nContent-Length: 4000000\r\n\r\n\
        {"username":"a","audio":"
        """
      let bytes = [UInt8](repeating: 0x41, count: 65_536)
      for _ in 0..<8 {
        let client = try await attack.connect()
        clients.append(client)
        try await client.send(head)
        for _ in 0..<60 {
          // A body that finds no memory is refused: the rest cannot be sent.
          guard (try? await client.send(bytes, within: .milliseconds(100))) != nil else { break }
        }
      }
      #expect(try server.residentBytes - before < Self.growthMax)
      try await Self.postClip(to: server)
    }
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
