/// The posts that failed and did not succeed later; they determine the plain front end's exit code.
struct FailedPosts {
  /// The maximum number of posts stored separately; of older ones only the most severe error is
  /// stored.
  static let countMax = 64

  private var posts: [(text: String, trouble: Trouble)] = []
  private var others: Trouble?

  /// Adds a failed post. A text that may have been stored keeps that state until the server rejects
  /// it.
  mutating func add(_ text: String, _ trouble: Trouble) {
    let former = posts.first { $0.text == text }?.trouble
    settle(text)
    if posts.count == Self.countMax {
      others = Self.weightier(others, posts.removeFirst().trouble)
    }
    let weightier = trouble.exitCode == .data ? trouble : Self.weightier(former, trouble)
    posts.append((text, weightier))
  }

  /// Removes the failures of a text that has been posted.
  mutating func settle(_ text: String) { posts.removeAll { $0.text == text } }

  var weightiest: Trouble? {
    posts.reduce(others) { Self.weightier($0, $1.trouble) }
  }

  /// Returns the more severe error: one of a post that may have been stored, since it must not be
  /// sent again without its key; else the later one.
  private static func weightier(_ former: Trouble?, _ later: Trouble) -> Trouble {
    guard let former, former.exitCode == .unknownOutcome, later.exitCode != .unknownOutcome else {
      return later
    }
    return former
  }
}
