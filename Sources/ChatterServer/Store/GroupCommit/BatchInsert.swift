internal import Chatter
internal import Postgres

/// The statements that store chatts, in order of arrival.
///
/// Consecutive chatts without a clip share one statement, which costs the server a third of
/// separate statements. A clip is sent without copying it.
enum BatchInsert {
  struct Post {
    let id: ChattID
    let chatt: NewChatt
  }

  /// - Parameter mayBeStored: whether some of the chatts may be stored already, under the same ids.
  static func statements(_ posts: [Post], mayBeStored: Bool) -> [SQL] {
    var statements: [SQL] = []
    var texts: [Post] = []
    func appendTexts() {
      defer { texts.removeAll() }
      guard let first = texts.first else { return }
      statements.append(
        texts.count == 1
          ? ChattStatements.insert(first.chatt, id: first.id, mayBeStored: mayBeStored)
          : ChattStatements.insert(texts: texts, mayBeStored: mayBeStored))
    }
    for post in posts {
      if post.chatt.audio == nil {
        texts.append(post)
      } else {
        appendTexts()
        statements.append(
          ChattStatements.insert(post.chatt, id: post.id, mayBeStored: mayBeStored))
      }
    }
    appendTexts()
    return statements
  }
}
