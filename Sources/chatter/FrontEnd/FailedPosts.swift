/// The posts that failed, and were not made after all: what the plain lines end with.
struct FailedPosts {
  /// So many are told apart; of those before them it is known that there were such.
  static let countMax = 64

  private var posts: [(text: String, trouble: Trouble)] = []
  private var others: Trouble?

  /// One that may have been stored stays so, unless the server has refused it since.
  mutating func add(_ text: String, _ trouble: Trouble) {
    let former = posts.first { $0.text == text }?.trouble
    settle(text)
    if posts.count == Self.countMax {
      others = Self.weightier(others, posts.removeFirst().trouble)
    }
    let weightier = trouble.exitCode == .data ? trouble : Self.weightier(former, trouble)
    posts.append((text, weightier))
  }

  /// The same text has been posted.
  mutating func settle(_ text: String) { posts.removeAll { $0.text == text } }

  var weightiest: Trouble? {
    posts.reduce(others) { Self.weightier($0, $1.trouble) }
  }

  /// One that may have been stored outweighs the others, for it must not be sent again as it is; of
  /// two others the later one counts.
  private static func weightier(_ former: Trouble?, _ later: Trouble) -> Trouble {
    guard let former, former.exitCode == .unknownOutcome, later.exitCode != .unknownOutcome else {
      return later
    }
    return former
  }
}
