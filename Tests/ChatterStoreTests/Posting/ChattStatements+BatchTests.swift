import Chatter
import Postgres
import TestSupport
import Testing

@testable import ChatterStore

struct ChattStatementsBatchTests {
  /// Batches, with `t` for a chatt of text and `c` for one with a clip, and their statement counts.
  static let batches: [(String, Int)] = [
    ("", 0), ("t", 1), ("c", 1), ("tttt", 1), ("tct", 3), ("cc", 2), ("ttcctt", 4), ("ct", 2),
  ]

  @Test(arguments: batches)
  func joinsConsecutiveTextsIntoOneStatement(kinds: String, count: Int) throws {
    let clip = try TinyClip.clip()
    let posts = kinds.map { kind in
      ChattStatements.Post(
        id: PostgresTimeline.makeID(),
        chatt: NewChatt(username: "a", message: "b", audio: kind == "c" ? clip : nil))
    }
    for mayBeStored in [true, false] {
      let statements = ChattStatements.insert(posts, mayBeStored: mayBeStored)
      let inserts = statements.filter { $0.text.contains("insert") }
      #expect(inserts.count == count)
      #expect(inserts.allSatisfy { $0.text.contains("on conflict") == mayBeStored })
      // One more statement reads the times of those that were stored before.
      #expect(statements.count == count + (mayBeStored ? 1 : 0))
    }
  }

  @Test func hasTheSameTextForAnyNumberOfChatts() {
    let posts = (0..<5).map { _ in
      ChattStatements.Post(
        id: PostgresTimeline.makeID(), chatt: NewChatt(username: "a", message: "b"))
    }
    let texts = (2...5).map { count in
      ChattStatements.insert(Array(posts.prefix(count)), mayBeStored: false).map(\.text)
    }
    #expect(Set(texts).count == 1)
  }
}
