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

  /// Front ends of some terms expect the newest chatt first and write the last slash, those of
  /// others do neither.
  @Test(arguments: [[], ["--list-rows-max", "2"]])
  func choosesTheOrderByTheLastSlash(options: [String]) async throws {
    let database = try await TestDatabase()
    let server = try await ServerProcess(
      .shared(database), options: ["--list-order", "by-url"] + options)
    let count = options.isEmpty ? 3 : 2
    try await server.withClient { client async throws in
      for (posted, message) in ["a", "b", "c"].enumerated() {
        #expect(try await client.response(to: .text(message)).status == 200)
        for path in ["/getchatts", "/getaudio"] {
          let newest = try await client.response(to: .get(path + "/")).rows().map { $0[0] }
          #expect(newest == Array(["c", "b", "a"].suffix(posted + 1).prefix(count)))
          let oldest = try await client.response(to: .get(path + "?x=/")).rows().map { $0[0] }
          #expect(oldest == newest.reversed())
        }
      }
    }
    #expect(try await server.stop() == .exited(0))
  }
}
