internal import Chatter
internal import Sockets

/// Recognizes posts that are sent once more because their senders gave up waiting.
///
/// Some clients give up after 2.5 s and send the same post again on another connection. An identical
/// post from the same address that comes while the first is unanswered is the same post, and has its
/// answer; so is one that comes within ten seconds after the connection broke on which the answer
/// should have gone. Nothing else is: what people say twice is two chatts. `RepeatLedger` decides.
public final class RepeatedPosts: Sendable {
  typealias Outcome = RepeatLedger<Key>.Outcome

  /// Which posts are identical.
  ///
  /// The text and the clip are told apart by a hash with a secret key (SipHash), of 64 bits.
  struct Key: Hashable {
    let address: String
    let call: Call
    let contentHash: Int

    init(_ chatt: NewChatt, call: Call, address: String) {
      self.address = address
      self.call = call
      contentHash = RepeatedPosts.hash(of: chatt)
    }

    /// The content tells posts apart well enough; two addresses that say the same are compared.
    func hash(into hasher: inout Hasher) { hasher.combine(contentHash) }
  }

  private typealias Waiter = CheckedContinuation<RepeatLedger<Key>.Turn, Never>

  private struct State {
    var ledger: RepeatLedger<Key>
    var waiters: [Int: Waiter] = [:]
    var lastRequest = 0
  }

  private let state: Lock<State>
  private let now: @Sendable () -> Deadline

  public convenience init() {
    self.init(now: { .now })
  }

  /// Takes a clock, for tests.
  init(rememberedMax: Int = 65_536, now: @escaping @Sendable () -> Deadline) {
    state = Lock(State(ledger: RepeatLedger(rememberedMax: rememberedMax)))
    self.now = now
  }

  /// Of how many contents something is known.
  var count: Int { state.withLock { $0.ledger.count } }

  /// How many repeats wait.
  var waitingCount: Int { state.withLock { $0.ledger.waitingCount } }

  /// Stores a post, unless it repeats another, of which it then has the outcome.
  ///
  /// Whoever sends the answer tells the receipt whether it has arrived.
  func post(
    _ chatt: NewChatt, by call: Call, from address: String,
    _ store: () async throws(TimelineError) -> Void
  ) async throws(TimelineError) -> DeliveryReceipt {
    let key = Key(chatt, call: call, address: address)
    let (request, turn) = await enter(key)
    if case .take(let outcome) = turn {
      try outcome.get()
    } else {
      do throws(TimelineError) {
        try await store()
      } catch {
        change { $0.stored(request, key, .failure(error)) }
        throw error
      }
      change { $0.stored(request, key, .success(())) }
    }
    return DeliveryReceipt { [self] isDelivered in
      let now = now()
      change { $0.settled(request, key, isDelivered: isDelivered, now: now) }
    }
  }

  private func enter(_ key: Key) async -> (request: Int, RepeatLedger<Key>.Turn) {
    let now = now()
    let request = state.withLock { state in
      state.lastRequest += 1
      return state.lastRequest
    }
    let turn = await withCheckedContinuation { continuation in
      state.withLock { $0.waiters[request] = continuation }
      change { $0.arrived(request, key, now: now) }
    }
    return (request, turn)
  }

  /// Tells the ledger something, and whom it lets proceed to do so.
  private func change(
    _ body: (inout RepeatLedger<Key>) -> [RepeatLedger<Key>.Action]
  ) {
    let proceeding = state.withLock { state in
      var proceeding: [(Waiter, RepeatLedger<Key>.Turn)] = []
      for case .proceed(let request, let turn) in body(&state.ledger) {
        guard let waiter = state.waiters.removeValue(forKey: request) else { continue }
        proceeding.append((waiter, turn))
      }
      return proceeding
    }
    for (continuation, turn) in proceeding { continuation.resume(returning: turn) }
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
