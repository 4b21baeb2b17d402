import Sockets
import TestSupport
import Testing

@Suite(.needs(.postgreSQL), .served("--loops", "1", "--rate-limit", "0"))
struct EndlessHeadsTests {
  /// More than the server and the kernel's buffers take.
  private static let sentBytesMax = 64 << 20

  @Test(arguments: ["GET / ", "GET / HTTP/1.1\r\nHost: x\r\na: "])
  func closesConnectionsWithEndlessHeads(start: String) async throws {
    let server = try ServerProcess.required()
    try await server.attacked { attack in
      let client = try await attack.connect()
      defer { client.close() }
      try await client.send(start)
      let bytes = [UInt8](repeating: UInt8(ascii: "x"), count: 65_536)
      var sentBytes = 0
      do {
        while sentBytes < Self.sentBytesMax {
          try await client.send(bytes)
          sentBytes += bytes.count
        }
      } catch let error as StreamError {
        guard error == .reset || error == .truncated else { throw error }
      }
      #expect(sentBytes < Self.sentBytesMax)
      // A client that continues to send may miss the response; if it receives one, it is an error.
      if let status = try await client.status() { #expect((400...501).contains(status)) }
    }
    #expect(try await server.response(to: .get("/livez")).status == 200)
  }
}
