import Chatter
import Foundation
import HTTP
import Postgres
import System
import TestSupport
import Testing

@testable import ChatterServer

@Suite(.needs(.postgreSQL))
struct ListReaderTests {
  @Test(arguments: [PostgresConfiguration.Statements.named(countMax: 8), .unnamed])
  func showsPostsOnTheOtherServerAtOnce(statements: PostgresConfiguration.Statements) async throws {
    try await TimelineDatabase().withTwoServers(statements: statements) { first, second in
      var expected: [String] = []
      for number in 0..<250 {
        let (writer, reader) = number % 2 == 0 ? (first, second) : (second, first)
        expected.insert("\(number)", at: 0)
        let clip = number % 50 == 0 ? try TinyClip.clip() : nil
        try await writer.post(
          NewChatt(username: "a", message: "\(number)", audio: clip))
        #expect(try await reader.messages() == expected)
        guard number % 25 == 0 else { continue }
        #expect(try await first.both() == second.both())
      }
    }
  }

  @Test func showsConcurrentPostsOfBothServersOnceInOneOrder() async throws {
    try await TimelineDatabase().withTwoServers { first, second in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for writer in 0..<8 {
          let (server, other) = writer % 2 == 0 ? (first, second) : (second, first)
          group.addTask {
            for post in 0..<30 {
              let message = "\(writer)-\(post)"
              try await server.post(NewChatt(username: "a", message: message))
              let messages = try await other.messages()
              #expect(messages.contains(message))
              #expect(Set(messages).count == messages.count)
            }
          }
        }
        try await group.waitForAll()
      }
      let (one, other) = (try await first.both(), try await second.both())
      #expect(one == other)
      #expect(try await first.messages().count == 240)
    }
  }

  @Test func insertsALateCommitAtItsSequenceNumber() async throws {
    let database = try await TimelineDatabase()
    try await database.withTwoServers { first, second in
      try await first.post(NewChatt(username: "a", message: "before"))
      for (ending, isThere) in [("commit", true), ("rollback", false)] {
        let open = try await OpenTransaction(
          on: database,
          """
          insert into chatts (id, username, message) values (gen_random_uuid(), 'a', '\(ending)')
          """)
        for number in 0..<5 {
          let (writer, reader) = number % 2 == 0 ? (first, second) : (second, first)
          try await writer.post(NewChatt(username: "a", message: "\(ending) \(number)"))
          #expect(try await reader.messages().first == "\(ending) \(number)")
          #expect(try await !reader.messages().contains(ending))
        }
        try await open.end(ending)
        for server in [first, second] {
          let messages = try await server.messages()
          let later = (0..<5).reversed().map { "\(ending) \($0)" }
          #expect(messages.starts(with: later + (isThere ? [ending] : [])))
          #expect(messages.last == "before" && messages.contains(ending) == isThere)
        }
        #expect(try await first.both() == second.both())
      }
    }
  }

  @Test(arguments: HandEdit.all)
  func showsManualChangesOnBothServers(edit: HandEdit) async throws {
    let database = try await TimelineDatabase()
    try await database.withTwoServers { first, second in
      for number in 1...4 {
        try await first.post(
          NewChatt(username: "a", message: "\(number)", audio: try TinyClip.clip()))
      }
      let before = try await first.both()
      #expect(try await second.both() == before)
      try await database.run(edit.sql)
      for server in [first, second] {
        #expect(try await server.messages() == edit.messages)
      }
      let after = try await first.both()
      #expect(try await second.both() == after)
      #expect(
        after[2] != before[2] && after[3] != before[3], "a different state has a different tag")
      // A server that reads all rows now must get the same result.
      try await database.withServer(on: TimelineDatabase.loops[1]) { third in
        let read = try await third.both()
        #expect(read == after)
      }
      try await first.post(NewChatt(username: "a", message: "next"))
      #expect(try await second.messages() == ["next"] + edit.messages)
    }
  }
}
