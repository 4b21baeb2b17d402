internal import Chatter
internal import Postgres

/// The statements that store some chatts, in the order in which they came.
///
/// Those without a clip that stand side by side are one statement for all of them, which costs the
/// server a third of what as many statements cost; a clip is sent from where it lies.
enum BatchInsert {
  struct Post {
    let id: ChattID
    let chatt: NewChatt
  }

  /// - Parameter mayBeStored: whether some of them may be stored already, under the same ids.
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
