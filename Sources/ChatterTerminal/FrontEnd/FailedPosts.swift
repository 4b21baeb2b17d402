/// The posts that failed and did not succeed later; they determine the plain front end's exit code.
struct FailedPosts {
  /// The maximum number of posts; of older ones only the most severe error is stored.
  static let countMax = 64

  private var posts: [(text: String, failure: ExitError)] = []
  private var others: ExitError?

  /// Adds a failed post. Its outcome stays unknown, if it was, until the server rejects the text.
  mutating func add(_ text: String, _ failure: ExitError) {
    let former = posts.first { $0.text == text }?.failure
    settle(text)
    if posts.count == Self.countMax {
      others = Self.moreSevere(others, posts.removeFirst().failure)
    }
    let moreSevere = failure.exitCode == .data ? failure : Self.moreSevere(former, failure)
    posts.append((text, moreSevere))
  }

  mutating func settle(_ text: String) { posts.removeAll { $0.text == text } }

  var mostSevere: ExitError? {
    posts.reduce(others) { Self.moreSevere($0, $1.failure) }
  }

  /// Returns the more severe error: one of a post that may have been stored, since it must not be
  /// sent again without its key; else the later one.
  private static func moreSevere(_ former: ExitError?, _ later: ExitError) -> ExitError {
    guard let former, former.exitCode == .unknownOutcome, later.exitCode != .unknownOutcome else {
      return later
    }
    return former
  }
}
