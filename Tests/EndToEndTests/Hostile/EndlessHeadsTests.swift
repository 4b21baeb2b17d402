import Sockets
import TestSupport
import Testing

@Suite(
  "Hostile: heads without an end (needs PostgreSQL and a socket)", .needs(.postgreSQL),
  .served("--loops", "1", "--rate-limit", "0"))
struct EndlessHeadsTests {
  /// The maximum number of bytes sent; the kernel's buffers hold some of them.
  static let sentBytesMax = 64 << 20
  /// The maximum growth: the server's buffers, but not the sent bytes.
  static let growthMax = 16 << 20

  @Test(
    arguments: [
      "", "GET", "GET /", "GET / ", "GET / HTTP/1.1", "GET / HTTP/1.1\r\nHost: x\r\na",
      "GET / HTTP/1.1\r\nHost: x\r\na: ", "GET / HTTP/1.1\r\nHost: x\r\na: b\r",
    ])
  func rejectsEndlessHeadsInEveryPart(start: String) async throws {
    let server = try ServerProcess.required()
    let before = try server.residentBytes
    let (status, grown) = try await server.attacked { attack in
      let client = try await attack.connect()
      defer { client.close() }
      try await client.send(start)
      let bytes = [UInt8](repeating: UInt8(ascii: "x"), count: 65_536)
      var sent = 0
      do {
        while sent < Self.sentBytesMax {
          try await client.send(bytes)
          sent += bytes.count
        }
      } catch let error as StreamError {
        // The server has closed the connection, as it must.
        guard error == .reset || error == .truncated else { throw error }
      }
      let grown = try server.residentBytes - before
      return (try await client.status(), grown)
    }
    // A client that continues to send may miss the response; if it receives one, it is an error.
    if let status { #expect((400...501).contains(status)) }
    #expect(grown < Self.growthMax)
    #expect(try await server.response(to: .get("/livez")).status == 200)
  }

  @Test func respondsToOverlongRequestLinesBeforeTheyEnd() async throws {
    try await ServerProcess.required().attacked { attack in
      let client = try await attack.connect()
      defer { client.close() }
      try await client.send("GET / " + String(repeating: "x", count: 60_000))
      let status = try #require(try await client.status(within: .seconds(8)))
      #expect([400, 414, 431].contains(status))
    }
  }
}
