internal import Chatter
private import Synchronization

/// Recognizes posts that are sent once more because their senders gave up waiting.
///
/// Some clients give up after 2.5 s and send the same post again, while the first is still being
/// stored or has just been. The same words and the same clip from the same address are then the
/// same post: it is not stored twice, and both get the outcome of the first. A post that was
/// answered promptly was seen by its sender: the same words after it are a new chatt, unless an
/// `Idempotency-Key` says that they are not.
public final class RepeatedPosts: Sendable {
  /// Posts that took longer may have been given up; a little less than those clients' patience.
  static let promptMax = Duration.seconds(2)
  /// How long a post that was stored is remembered.
  static let memory = Duration.seconds(60)
  /// Stored posts that are remembered at one time.
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

  private enum Entry {
    case underWay(repeats: [CheckedContinuation<Outcome?, Never>])
    case stored(until: ContinuousClock.Instant)
  }

  private let entries = Mutex<[Key: Entry]>([:])
  private let now: @Sendable () -> ContinuousClock.Instant

  public convenience init() {
    self.init(now: { .now })
  }

  /// Takes a clock, for tests.
  init(now: @escaping @Sendable () -> ContinuousClock.Instant) {
    self.now = now
  }

  /// How many posts are under way or remembered.
  var count: Int { entries.withLock { $0.count } }

  /// How many repeats wait for the post that they repeat.
  var repeatCount: Int {
    entries.withLock { entries in
      entries.values.reduce(0) { sum, entry in
        if case .underWay(let repeats) = entry { sum + repeats.count } else { sum }
      }
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
    if let outcome = await enter(key) { return try outcome.get() }
    do throws(TimelineError) {
      try await store()
    } catch {
      leave(key, .failure(error), isRemembered: false)
      throw error
    }
    let isPrompt = now() - began < Self.promptMax
    leave(key, .success(()), isRemembered: !isPrompt || idempotencyKey != nil)
  }

  /// The outcome of the post that this one repeats, once it has one; nil for the first.
  private func enter(_ key: Key) async -> Outcome? {
    await withCheckedContinuation { continuation in
      let now = now()
      let answer: Outcome?? = entries.withLock { entries in
        switch entries[key] {
        case .underWay(let repeats):
          entries[key] = .underWay(repeats: repeats + [continuation])
          return nil
        case .stored(let until) where now < until:
          return .some(.success(()))
        case .stored, nil:
          entries[key] = .underWay(repeats: [])
          return .some(nil)
        }
      }
      if let answer { continuation.resume(returning: answer) }
    }
  }

  private func leave(_ key: Key, _ outcome: Outcome, isRemembered: Bool) {
    let now = now()
    let entry = entries.withLock { entries in
      let entry = entries.removeValue(forKey: key)
      if isRemembered {
        if entries.count >= Self.postsMax { Self.forget(in: &entries, at: now) }
        entries[key] = .stored(until: now + Self.memory)
      }
      return entry
    }
    guard case .underWay(let repeats) = entry else { return }
    for continuation in repeats { continuation.resume(returning: outcome) }
  }

  /// Forgets the stored posts whose time is over, or all of them where that leaves no room.
  private static func forget(in entries: inout [Key: Entry], at now: ContinuousClock.Instant) {
    func kept(withStored: Bool) -> [Key: Entry] {
      entries.filter {
        switch $0.value {
        case .underWay: true
        case .stored(let until): withStored && now < until
        }
      }
    }
    let left = kept(withStored: true)
    entries = left.count <= postsMax / 2 ? left : kept(withStored: false)
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
