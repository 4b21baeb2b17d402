import Foundation
import TestSupport
import Testing

@Suite(.needs(.postgreSQL), .served())
struct CallsTests {
  static let json = "application/json; charset=utf-8"

  @Test func returnsRowsInTheFormatThatClientsExpect() async throws {
    let username = uniqueName()
    let clip = try TinyClip.bytes()
    let began = Date()
    let (chatts, audio) = try await ServerProcess.required().withClient { client in
      #expect(try await client.response(to: .text(username)).status == 200)
      #expect(try await client.response(to: .clip(username, clip)).status == 200)
      return (
        try await client.rows(by: username), try await client.rows(by: username, "/getaudio/")
      )
    }
    #expect(chatts.map(\.count) == [4, 4])
    #expect(audio.map(\.count) == [5, 5])
    #expect(audio.map { Array($0[..<4]) } == chatts, "one timeline")
    #expect(chatts.map { $0[1] } == ["listen", "hello"], "newest first")
    #expect(audio.map { $0[4] } == [clip.base64, nil])
    for row in chatts {
      let id = try #require(row[2])
      #expect(
        id.wholeMatch(of: /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/) != nil)
      let timestamp = try #require(row[3])
      #expect(
        timestamp.wholeMatch(of: /[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}\.[0-9]{3}Z/) != nil)
      let date = try Date(
        timestamp,
        strategy: .iso8601.year().month().day()
          .time(includingFractionalSeconds: true))
      #expect(date > began.addingTimeInterval(-1) && date < Date().addingTimeInterval(1))
    }
    #expect(Set(chatts.map { $0[2] }).count == 2)
  }
}
