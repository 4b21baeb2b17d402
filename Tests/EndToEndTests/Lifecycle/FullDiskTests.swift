import TestSupport
import Testing

@Suite("Life: a disk that is full (needs PostgreSQL's programs and a socket)", .needs(.postgreSQL))
struct FullDiskTests {
  static let message =
    "the server's disk is almost full, nothing was stored: try again when space has been freed"

  @Test("below the reserve posts are 507, lists are served, and readiness and the log say so once")
  func reserve() async throws {
    let home = try PrivateHome()
    var server = try await ServerProcess(.ownCluster(home))
    #expect(try await server.answer(to: .text("ada")).status == 200)
    #expect(try await server.stop() == .exited(0))

    // No file system has as much.
    server = try await ServerProcess(.ownCluster(home), options: ["--disk-reserve", "1048576GiB"])
    try await server.withClient { client in
      for request in [WireRequest.text("bob"), try .clip("bob", TinyClip.bytes())] {
        let answer = try await client.answer(to: request)
        #expect(answer.status == 507)
        #expect(answer.field("Content-Type") == CallsTests.json)
        #expect(try answer.sentence() == Self.message)
      }
      for list in ["/getchatts/", "/getaudio/"] {
        #expect(try await client.rows(list).map { $0[0] } == ["ada"])
      }
      let readiness = try await client.answer(to: .get("/readyz"))
      #expect(readiness.status == 200)
      #expect(
        readiness.text
          == #"{"status":"ready","posts":"refused: disk space is below the reserve"}"#)
    }
    let lines = server.program.errors.split(separator: "\n")
      .filter {
        $0.contains("disk space is below the reserve: refusing posts until space is freed")
      }
    #expect(lines.count == 1)
    #expect(try await server.stop() == .exited(0))
  }
}
