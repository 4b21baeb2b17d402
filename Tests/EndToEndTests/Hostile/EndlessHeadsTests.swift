import TestSupport
import Testing

@Suite(.needs(.postgreSQL), .served("--loops", "1", "--rate-limit", "0"))
struct EndlessHeadsTests {
  @Test(arguments: EndlessHead.starts)
  func rejectsEndlessHeadsInEveryPart(start: String) async throws {
    let server = try ServerProcess.required()
    let (status, sentBytes) = try await server.attacked { try await $0.sendEndlessHead(start) }
    // A client that continues to send may miss the response; if it receives one, it is an error.
    if let status { #expect((400...501).contains(status)) }
    #expect(sentBytes < EndlessHead.sentBytesMax, "the server closes the connection")
    #expect(try await server.response(to: .get("/livez")).status == 200)
  }

  @Test func respondsToOverlongRequestLinesBeforeTheyEnd() async throws {
    try await ServerProcess.required().attacked { attack in
      let client = try await attack.connect()
      defer { client.close() }
      try await client.send("GET / " + String(repeating: "x", count: 60_000))
      let status = try #require(try await client.status())
      #expect([400, 414, 431].contains(status))
    }
  }
}
