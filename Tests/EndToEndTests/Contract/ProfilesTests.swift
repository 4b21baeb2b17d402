import Foundation
import TestSupport
import Testing

@Suite(.needs(.postgreSQL))
struct ProfilesTests {
  /// Returns both lists of a server that is started with options.
  private func lists(_ database: TestDatabase, _ options: String...) async throws -> [TestResponse]
  {
    let server = try await ServerProcess(.shared(database), options: options)
    let responses = try await server.withClient { client in
      [
        try await client.response(to: .get("/getchatts/")),
        try await client.response(to: .get("/getaudio/")),
      ]
    }
    #expect(try await server.stop() == .exited(0))
    return responses
  }

  private func wrapped(_ response: TestResponse) throws -> [[String?]] {
    let value = try JSONSerialization.jsonObject(with: Data(response.body))
    let object = try #require(value as? [String: Any])
    #expect(Array(object.keys) == ["chatts"])
    return try TestResponse.rows(of: try #require(object["chatts"]))
  }

  @Test func returnsEmptyListsInBothShapes() async throws {
    let database = try await TestDatabase()
    for response in try await lists(database) { #expect(response.text == "[]") }
    for response in try await lists(database, "--list-shape", "wrapped") {
      #expect(response.text == #"{"chatts":[]}"#)
    }
  }

  @Test func returnsTheSameChattsInEveryProfile() async throws {
    let database = try await TestDatabase()
    let server = try await ServerProcess(.shared(database))
    let clip = try TinyClip.bytes()
    try await server.withClient { client async throws in
      for request in [.text("a"), .clip("b", clip), WireRequest.text("c")] {
        #expect(try await client.response(to: request).status == 200)
      }
    }
    #expect(try await server.stop() == .exited(0))

    let plain = try await lists(database).map { try $0.rows() }
    #expect(plain.map { $0.map { $0[0] } } == [["c", "b", "a"], ["c", "b", "a"]])
    let wrapped = try await lists(database, "--list-shape", "wrapped").map { try self.wrapped($0) }
    #expect(wrapped == plain)
    let oldest = try await lists(database, "--list-order", "oldest").map { try $0.rows() }
    #expect(oldest == plain.map { $0.reversed() })
    let bare = try await lists(database, "--list-ids", "off").map { try $0.rows() }
    #expect(bare.map { $0.map(\.count) } == [[3, 3, 3], [4, 4, 4]])
    #expect(bare == plain.map { $0.map { Array($0[..<2] + $0[3...]) } })
    let all = try await lists(
      database, "--list-shape", "wrapped", "--list-order", "oldest", "--list-ids", "off")
    #expect(try all.map { try self.wrapped($0) } == bare.map { $0.reversed() })
  }
}
