import Chatter
import EventLoop
import Postgres
import TestSupport
import Testing

@testable import ChatterServer

@Suite("The statements of an operator's deletion (need PostgreSQL)", .needs(.postgreSQL))
struct DeletionStatementsTests {
  private static func counts(
    _ conditions: DeletionConditions, _ server: ListServer
  ) async throws -> [Int] {
    let row = try await RetentionStatementsTests.row(DeletionStatements.count(conditions), server)
    let (chatts, clips, bytes, _) = try row.decode(Int.self, Int.self, Int.self, Int64?.self)
    return [chatts, clips, bytes]
  }

  @Test func deletesInBatchesWhatMeetsAllConditions() async throws {
    let database = try await TimelineDatabase()
    try await database.withServer { server in
      let clip = try AudioClip(bytes: TinyClip.bytes())
      try await server.post(NewChatt(username: "a", message: nil, audio: clip))
      try await server.post(NewChatt(username: "a", message: "1"))
      try await server.post(NewChatt(username: "b", message: "2"))
      let conditions = DeletionConditions(username: "a", beforeMicroseconds: 4_102_444_800_000_000)
      #expect(try await Self.counts(DeletionConditions(), server) == [0, 0, 0])
      #expect(
        try await Self.counts(DeletionConditions(username: "a", beforeMicroseconds: 0), server)
          == [0, 0, 0])
      #expect(try await Self.counts(conditions, server) == [2, 1, clip.bytes.count])
      var (place, removed) = (Int64(0), [Int]())
      while true {
        let statement = DeletionStatements.delete(
          conditions, after: place, through: .max, rowsMax: 1, bytesMax: 1 << 20)
        let (chatts, _, _, last) = try await RetentionStatementsTests.row(statement, server)
          .decode(Int.self, Int.self, Int.self, Int64?.self)
        guard let last else { break }
        removed.append(chatts)
        place = last
      }
      #expect(removed == [1, 1])
      #expect(try await Self.counts(conditions, server) == [0, 0, 0])
      #expect(try await Self.counts(DeletionConditions(username: "b"), server) == [1, 0, 0])
    }
  }
}
