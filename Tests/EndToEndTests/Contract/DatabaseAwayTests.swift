import Foundation
import TestSupport
import Testing

@Suite(.needs(.postgreSQL))
struct DatabaseAwayTests {
  private func expectAway(_ response: TestResponse, isPost: Bool) throws {
    #expect(response.status == 503)
    #expect(response.field("Content-Type") == CallsTests.json)
    let seconds = try #require(Int(response.field("Retry-After") ?? ""))
    #expect((1...60).contains(seconds))
    #expect(
      try response.errorMessage()
        == "the database is unavailable\(isPost ? ", nothing was stored" : ""): try again later")
  }

  @Test func respondsWith503WhileTheDatabaseIsAway() async throws {
    let database = try await TestDatabase()
    let server = try await ServerProcess(
      .shared(database), options: ["--database-wait", "200ms"])
    let (before, during, after) = (uniqueName("before"), uniqueName("during"), uniqueName("after"))
    let clip = try TinyClip.bytes()
    try await server.withClient { client in
      // A slow machine may take longer than the server waits for the database.
      try await eventually { try await client.response(to: .text(before)).status == 200 }
      try await database.close()
      let calls: [WireRequest] = [
        .text(during), .clip(during, clip), .get("/getchatts/"), .get("/getaudio/"),
        .get("/readyz"),
      ]
      for (index, request) in calls.enumerated() {
        try expectAway(try await client.response(to: request), isPost: index < 2)
      }
      #expect(try await client.response(to: .get("/livez")).status == 200)
      #expect(
        try await client.response(to: .post("/postchatt/", "{}")).status == 422,
        "errors of the client are still reported")

      try await database.open()
      try await eventually { try await client.response(to: .get("/readyz")).status == 200 }
      try await eventually { try await client.response(to: .text(after)).status == 200 }
      try await eventually {
        let list = try await client.response(to: .get("/getchatts/"))
        guard list.status == 200 else { return false }
        return try list.rows().map { $0[0] } == [after, before]
      }
    }
    #expect(try await server.stop() == .exited(0))
  }
}
