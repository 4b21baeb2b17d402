internal import Chatter
internal import Sockets

/// What is known of posts that may come once more: the mind of `RepeatedPosts`. Requests are numbers
/// here, contents are keys.
///
/// The first request with a content is stored. Those with the same content that come before its
/// answer has been delivered wait for it and have its outcome; while it is open whether the answer
/// arrives, they wait for that to be known. If the answer was lost, the same content is the same
/// post for a time.
struct RepeatLedger<Key: Hashable & Sendable> {
  typealias Outcome = Result<Void, TimelineError>

  /// What a request is to do.
  enum Turn: Equatable {
    case store
    case take(Outcome)

    static func == (left: Turn, right: Turn) -> Bool {
      switch (left, right) {
      case (.store, .store), (.take(.success), .take(.success)): true
      case (.take(.failure(let one)), .take(.failure(let other))): one == other
      default: false
      }
    }
  }

  enum Action: Equatable {
    case proceed(request: Int, Turn)
  }

  private struct Entry {
    /// The request that is being stored.
    var first: Int?
    /// Those that have been answered and whose answers may have arrived or not.
    var unsettled: Set<Int> = []
    /// Those that wait, oldest first: for the outcome, or for what became of the answer.
    var waiting: [Int] = []
    /// Until then the post is remembered, since an answer to it was lost.
    var rememberedUntil: Deadline?

    var isOver: Bool {
      first == nil && unsettled.isEmpty && waiting.isEmpty && rememberedUntil == nil
    }
  }

  /// How long a post is remembered whose answer was lost.
  let memory: Duration
  /// Contents that are remembered so, at most.
  let rememberedMax: Int
  private var entries: [Key: Entry] = [:]
  private var rememberedCount = 0

  init(memory: Duration = .seconds(10), rememberedMax: Int = 65_536) {
    self.memory = memory
    self.rememberedMax = rememberedMax
  }

  /// Of how many contents something is known.
  var count: Int { entries.count }

  /// How many requests wait.
  var waitingCount: Int { entries.values.reduce(0) { $0 + $1.waiting.count } }

  /// A request has come.
  mutating func arrived(_ request: Int, _ key: Key, now: Deadline) -> [Action] {
    var entry = entries[key] ?? Entry()
    defer { put(entry, at: key) }
    if let until = entry.rememberedUntil, until <= now { entry.rememberedUntil = nil }
    if entry.rememberedUntil != nil {
      // Its answer may be lost as well.
      entry.unsettled.insert(request)
      return [.proceed(request: request, .take(.success(())))]
    }
    if entry.first != nil || !entry.unsettled.isEmpty {
      entry.waiting.append(request)
      return []
    }
    entry.first = request
    return [.proceed(request: request, .store)]
  }

  /// The request that was to be stored has its outcome, and so have those that waited for it.
  mutating func stored(_ request: Int, _ key: Key, _ outcome: Outcome) -> [Action] {
    guard var entry = entries[key], entry.first == request else { return [] }
    defer { put(entry, at: key) }
    entry.first = nil
    if case .failure(.cancelled) = outcome, !entry.waiting.isEmpty {
      // Its sender left before it was begun; the others still want it stored.
      let next = entry.waiting.removeFirst()
      entry.first = next
      return [.proceed(request: next, .store)]
    }
    let repeats = entry.waiting
    entry.waiting = []
    // What was not stored may be sent again, and is then another attempt.
    if case .success = outcome { entry.unsettled.formUnion([request] + repeats) }
    return repeats.map { .proceed(request: $0, .take(outcome)) }
  }

  /// Whether the answer to a request has arrived.
  mutating func settled(_ request: Int, _ key: Key, isDelivered: Bool, now: Deadline) -> [Action] {
    guard var entry = entries[key], entry.unsettled.remove(request) != nil else { return [] }
    defer { put(entry, at: key) }
    if !isDelivered {
      if rememberedCount >= rememberedMax { forget(now: now) }
      entry.rememberedUntil = max(entry.rememberedUntil ?? now, now.advanced(by: memory))
    }
    if entry.rememberedUntil != nil {
      let repeats = entry.waiting
      entry.waiting = []
      entry.unsettled.formUnion(repeats)
      return repeats.map { .proceed(request: $0, .take(.success(()))) }
    }
    guard entry.unsettled.isEmpty, !entry.waiting.isEmpty else { return [] }
    // The answer has arrived: whoever came after it is a new post, and the others repeat that.
    let next = entry.waiting.removeFirst()
    entry.first = next
    return [.proceed(request: next, .store)]
  }

  private mutating func put(_ entry: Entry, at key: Key) {
    if entries[key]?.rememberedUntil != nil { rememberedCount -= 1 }
    if entry.rememberedUntil != nil { rememberedCount += 1 }
    entries[key] = entry.isOver ? nil : entry
  }

  /// Forgets the posts whose time is over, or all that are remembered where that leaves little room.
  private mutating func forget(now: Deadline) {
    forget { $0 <= now }
    if rememberedCount > rememberedMax / 2 { forget { _ in true } }
  }

  private mutating func forget(where isOver: (Deadline) -> Bool) {
    for (key, entry) in entries {
      guard let until = entry.rememberedUntil, isOver(until) else { continue }
      var entry = entry
      entry.rememberedUntil = nil
      put(entry, at: key)
    }
  }
}
