internal import Chatter

/// Failed posts that may have been stored, with their keys: the server stores a repeat only once.
struct UnsettledPosts {
  /// Time after which an equal post counts as a new one; a server keeps keys for longer.
  static let timeMax = Duration.seconds(3600)
  /// Maximum number of posts that are stored here, including their clips.
  static let countMax = 4

  private struct Entry {
    let chatt: NewChatt
    let key: PostKey
    let age: @Sendable () -> Duration
  }

  private var entries: [Entry] = []

  mutating func takeKey(of chatt: NewChatt) -> PostKey? {
    entries.removeAll { $0.age() >= Self.timeMax }
    guard let index = entries.firstIndex(where: { $0.chatt == chatt }) else { return nil }
    return entries.remove(at: index).key
  }

  func key(of chatt: NewChatt) -> PostKey? {
    entries.first { $0.chatt == chatt && $0.age() < Self.timeMax }?.key
  }

  mutating func keep(_ chatt: NewChatt, sentWith key: PostKey, clock: any Clock<Duration>) {
    if entries.count >= Self.countMax { entries.removeFirst() }
    entries.append(Entry(chatt: chatt, key: key, age: clock.stopwatch()))
  }
}

extension Clock<Duration> {
  /// Returns a function that returns the time since this call.
  func stopwatch() -> @Sendable () -> Duration {
    let start = now
    return { start.duration(to: now) }
  }
}
