internal import Chatter
private import Sockets

/// Recognizes posts that are sent once more because their senders gave up waiting.
///
/// Some clients give up after 2.5 s and send the same post again, while the first is still being
/// stored or has just been. The same words and the same clip from the same address, after one that
/// has taken that long, are the same post: it is not stored twice, and has the outcome of the
/// first. A post that was answered promptly was seen by its sender, and one that has just begun was
/// not given up: the same words beside or after it are a new chatt, unless an `Idempotency-Key`
/// says that they are not.
public final class RepeatedPosts: Sendable {
  /// Posts that take longer may be given up; a little less than those clients' patience.
  static let promptMax = Duration.seconds(2)
  /// How long a post that was stored is remembered.
  static let memory = Duration.seconds(10)
  /// Contents of which something is remembered at one time, those under way not counted.
  static let postsMax = 65_536

  typealias Outcome = Result<Void, TimelineError>

  /// Which posts are the same.
  ///
  /// The text and the clip are told apart by a hash with a secret key (SipHash), of 64 bits.
  private struct Key: Hashable {
    let address: String
    let idempotencyKey: String?
    let contentHash: Int
  }

  /// A post that is being stored.
  private struct Attempt {
    let number: UInt64
    let began: ContinuousClock.Instant
    var repeats: [CheckedContinuation<Turn, Never>] = []
  }

  /// What is known of the posts of one key.
  private struct Entry {
    /// Oldest first.
    var attempts: [Attempt] = []
    /// One that was stored is remembered until then.
    var storedUntil: ContinuousClock.Instant?
  }

  private struct State {
    var entries: [Key: Entry] = [:]
    var lastNumber: UInt64 = 0
  }

  /// What a post is to do.
  private enum Turn {
    case store(number: UInt64)
    case take(Outcome)
  }

  private let state = Lock(State())
  private let now: @Sendable () -> ContinuousClock.Instant

  public convenience init() {
    self.init(now: { .now })
  }

  /// Takes a clock, for tests.
  init(now: @escaping @Sendable () -> ContinuousClock.Instant) {
    self.now = now
  }

  /// Of how many contents something is known.
  var count: Int { state.withLock { $0.entries.count } }

  /// How many repeats wait for the post that they repeat.
  var repeatCount: Int {
    state.withLock { state in
      state.entries.values.reduce(0) { $0 + $1.attempts.reduce(0) { $0 + $1.repeats.count } }
    }
  }

  /// Stores a post, unless it repeats another, of which it then has the outcome.
  func post(
    _ chatt: NewChatt, from address: String, idempotencyKey: String? = nil,
    _ store: () async throws(TimelineError) -> Void
  ) async throws(TimelineError) {
    let began = now()
    let key = Key(
      address: address, idempotencyKey: idempotencyKey, contentHash: Self.hash(of: chatt))
    let number: UInt64
    switch await enter(key, at: began) {
    case .take(let outcome): return try outcome.get()
    case .store(let ours): number = ours
    }
    do throws(TimelineError) {
      try await store()
    } catch {
      leave(key, number, .failure(error), isRemembered: false)
      throw error
    }
    let isPrompt = now() - began < Self.promptMax
    leave(key, number, .success(()), isRemembered: !isPrompt || idempotencyKey != nil)
  }

  private func enter(_ key: Key, at now: ContinuousClock.Instant) async -> Turn {
    await withCheckedContinuation { continuation in
      let turn: Turn? = state.withLock { state in
        var entry = state.entries[key] ?? Entry()
        if let until = entry.storedUntil, now < until { return .take(.success(())) }
        let isKeyed = key.idempotencyKey != nil
        if let index = entry.attempts.firstIndex(where: {
          isKeyed || now - $0.began >= Self.promptMax
        }) {
          entry.attempts[index].repeats.append(continuation)
          state.entries[key] = entry
          return nil
        }
        state.lastNumber += 1
        entry.attempts.append(Attempt(number: state.lastNumber, began: now))
        state.entries[key] = entry
        return .store(number: state.lastNumber)
      }
      if let turn { continuation.resume(returning: turn) }
    }
  }

  private func leave(_ key: Key, _ number: UInt64, _ outcome: Outcome, isRemembered: Bool) {
    let now = now()
    let repeats = state.withLock { state in
      var entry = state.entries.removeValue(forKey: key) ?? Entry()
      let repeats = entry.attempts.first { $0.number == number }?.repeats ?? []
      entry.attempts.removeAll { $0.number == number }
      if isRemembered {
        if state.entries.count >= Self.postsMax { Self.forget(in: &state.entries, at: now) }
        entry.storedUntil = now + Self.memory
      }
      if !entry.attempts.isEmpty || entry.storedUntil != nil { state.entries[key] = entry }
      return repeats
    }
    for continuation in repeats { continuation.resume(returning: .take(outcome)) }
  }

  /// Forgets the posts whose time is over, or all that were stored where that leaves little room.
  private static func forget(in entries: inout [Key: Entry], at now: ContinuousClock.Instant) {
    let left = entries.filter { !$0.value.attempts.isEmpty || now < $0.value.storedUntil ?? now }
    entries = left.count <= postsMax / 2 ? left : entries.filter { !$0.value.attempts.isEmpty }
  }

  private static func hash(of chatt: NewChatt) -> Int {
    var hasher = Hasher()
    // Bytes, not characters: texts that only look the same are two.
    combine(Array(chatt.username.utf8), into: &hasher)
    combine(chatt.message.map { Array($0.utf8) }, into: &hasher)
    combine(chatt.audio?.bytes, into: &hasher)
    return hasher.finalize()
  }

  private static func combine(_ bytes: [UInt8]?, into hasher: inout Hasher) {
    hasher.combine(bytes?.count)
    guard let bytes else { return }
    // Element by element it would take ten times as long.
    unsafe bytes.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
  }
}
