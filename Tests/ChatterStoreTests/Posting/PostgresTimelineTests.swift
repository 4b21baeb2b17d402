import Chatter
import Postgres
import TestSupport
import Testing

@testable import ChatterStore

@Suite(.needs(.postgreSQL))
struct PostgresTimelineTests {
  @Test func failsFastWhenTheDatabaseIsUnavailable() async throws {
    let database = try await TimelineDatabase()
    let record = ErrorRecord()
    try await database.withTimeline(observe: record.append) { timeline in
      try await timeline.post(NewChatt(username: "a", message: "before"))
      try await database.setConnectable(false)
      await database.expectUnavailable { try await timeline.chatts() }
      await database.expectUnavailable {
        try await timeline.post(NewChatt(username: "a", message: "meanwhile"))
      }
      #expect(record.all.count == 2)
      try await database.setConnectable(true)
      // A pool that could not connect retries after less than a second.
      try await eventually {
        (try? await timeline.post(NewChatt(username: "a", message: "after"))) != nil
      }
      #expect(try await timeline.chatts().map(\.message) == ["after", "before"])
    }
  }
}
