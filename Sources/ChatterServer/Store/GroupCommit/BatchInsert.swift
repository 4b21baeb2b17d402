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

  static func statements(_ posts: [Post]) -> [SQL] {
    var statements: [SQL] = []
    var texts: [Post] = []
    for post in posts {
      if post.chatt.audio == nil {
        texts.append(post)
      } else {
        append(&texts, to: &statements)
        statements.append(ChattStatements.insert(post.chatt, id: post.id))
      }
    }
    append(&texts, to: &statements)
    return statements
  }

  private static func append(_ texts: inout [Post], to statements: inout [SQL]) {
    defer { texts.removeAll() }
    guard let first = texts.first else { return }
    statements.append(
      texts.count == 1
        ? ChattStatements.insert(first.chatt, id: first.id) : ChattStatements.insert(texts: texts))
  }
}
