internal import Chatter

/// Posts that failed and may have been stored, and the keys that they were sent with: who posts the
/// same again sends the same key, and the server stores it once.
struct UnsettledPosts {
  /// After this time the same words are another post. A server keeps keys for longer.
  static let timeMax = Duration.seconds(3600)
  /// How many are remembered, clips and all.
  static let countMax = 4

  private struct Entry {
    let chatt: NewChatt
    let key: PostKey
    let age: Stopwatch
  }

  private var entries: [Entry] = []

  /// The key that a chatt was sent with when it failed; nil where it was not, or long ago.
  mutating func takeKey(of chatt: NewChatt) -> PostKey? {
    entries.removeAll { $0.age.elapsed >= Self.timeMax }
    guard let place = entries.firstIndex(where: { $0.chatt == chatt }) else { return nil }
    return entries.remove(at: place).key
  }

  /// The same, which stays remembered.
  func key(of chatt: NewChatt) -> PostKey? {
    entries.first { $0.chatt == chatt && $0.age.elapsed < Self.timeMax }?.key
  }

  /// Remembers a post that failed.
  mutating func keep(_ chatt: NewChatt, sentWith key: PostKey, clock: any Clock<Duration>) {
    if entries.count >= Self.countMax { entries.removeFirst() }
    entries.append(Entry(chatt: chatt, key: key, age: Stopwatch(clock)))
  }
}
