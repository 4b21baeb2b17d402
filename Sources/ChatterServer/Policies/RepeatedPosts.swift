internal import Chatter
public import HTTP
public import System

/// Recognizes posts that are sent again because their senders stopped waiting.
///
/// Some clients time out after 2.5 s and send the same post again on another connection. An
/// identical post from the same address that arrives before the response to the first is sent
/// counts as the same post, and gets its response. So does one that arrives within ten seconds
/// after a response that the peer's TCP has not acknowledged. Other identical posts are new: a text
/// that a person posts twice is two chatts. `RepeatLedger` makes the decisions.
public final class RepeatedPosts: Sendable {
  private typealias Ledger = RepeatLedger<
    ResponseEnd, CheckedContinuation<Admission?, Never>, PostedChatt
  >

  /// What was stored, and the number of the response.
  private typealias Stored = (posted: PostedChatt, response: UInt64)

  /// The outcome of waiting for another request: this one is stored now, or has a response.
  private enum Admission {
    case store
    case respond(Result<Stored, TimelineError>)
  }

  /// How long an identical post waits for the acknowledgement of an earlier response on a
  /// connection that is still open. A peer may delay an acknowledgement by less than 0.5 s (RFC
  /// 9293, section 3.8.6.3).
  static let acknowledgementTimeout = Duration.milliseconds(500)
  /// The first pause before the acknowledgement is checked again. Each next one is twice as long.
  static let firstInterval = Duration.milliseconds(1)

  private let ledger: Lock<Ledger>
  private let now: @Sendable () -> Deadline

  public init(
    responsesMax: Int = 65_536, now: @escaping @Sendable () -> Deadline = { .now }
  ) {
    ledger = Lock(Ledger(responsesMax: responsesMax))
    self.now = now
  }

  /// The number of repeats that wait for the outcome of the first post.
  var waitingCount: Int { ledger.withLock { $0.waitingCount } }

  /// Stores a post by a lab call, or over `/v1`, unless it repeats another one, whose outcome it
  /// then has. Returns the value of `tracking` for the response, too.
  func post(
    _ chatt: NewChatt, by call: Call?, from address: AddressKey,
    pause: (Duration) async throws -> Void,
    _ store: () async throws(TimelineError) -> PostedChatt
  ) async throws(TimelineError) -> (posted: PostedChatt, tracking: TrackedResponse) {
    let key = Self.key(of: chatt, call: call, address: address)
    let stored: Stored
    switch try await admission(of: key, pause: pause) {
    case .respond(let outcome): stored = try outcome.get()
    case .store:
      do throws(TimelineError) {
        stored = note(try await store(), key)
      } catch {
        failed(key, error)
        throw error
      }
    }
    return (stored.posted, TrackedResponse(stored.response, by: self))
  }

  private func admission(
    of key: Ledger.Key, pause: (Duration) async throws -> Void
  ) async throws(TimelineError) -> Admission {
    let waitsUntil = now().advanced(by: Self.acknowledgementTimeout)
    var interval = Self.firstInterval
    var limit = UInt64.max
    while true {
      let now = now()
      let (decision, posted) = ledger.withLock { ledger in
        let decision = ledger.arrived(
          key, before: limit, now: now, mayWait: now < waitsUntil
        ) { $0.acknowledgement }
        return (decision, decision == .store ? nil : ledger.outcome(of: key))
      }
      switch decision {
      case .store: return .store
      case .respond(let response):
        guard let posted else { throw .outcomeUnknown }
        return .respond(.success((posted, response)))
      case .join: if let admission = await outcome(of: key) { return admission }
      case .waitForAcknowledgement(let number):
        limit = number
        do { try await pause(interval) } catch { throw .cancelled }
        interval *= 2
      }
    }
  }

  /// Waits for the outcome of the identical post that is being stored; nil if that has ended.
  private func outcome(of key: Ledger.Key) async -> Admission? {
    await withCheckedContinuation { continuation in
      let hasJoined = ledger.withLock { $0.join(continuation, key) }
      if !hasJoined { continuation.resume(returning: nil) }
    }
  }

  private func note(_ posted: PostedChatt, _ key: Ledger.Key) -> Stored {
    let now = now()
    let (response, waiters) = ledger.withLock { $0.stored(key, posted, now: now) }
    for (index, waiter) in waiters.enumerated() {
      waiter.resume(returning: .respond(.success((posted, response + 1 + UInt64(index)))))
    }
    return (posted, response)
  }

  private func failed(_ key: Ledger.Key, _ error: TimelineError) {
    let (next, waiters) = ledger.withLock { $0.failed(key, error) }
    next?.resume(returning: .store)
    for waiter in waiters { waiter.resume(returning: .respond(.failure(error))) }
  }

  /// Returns a hash (SipHash, with a secret key) of everything that makes posts identical.
  private static func key(of chatt: NewChatt, call: Call?, address: AddressKey) -> Ledger.Key {
    var hasher = Hasher()
    hasher.combine(address)
    hasher.combine(call)
    // Bytes, not characters: texts that only look the same are different posts.
    combine(chatt.username, into: &hasher)
    combine(chatt.message, into: &hasher)
    hasher.combine(chatt.audioSHA256 ?? chatt.audio?.bytes)
    return UInt64(bitPattern: Int64(hasher.finalize()))
  }

  private static func combine(_ text: String?, into hasher: inout Hasher) {
    hasher.combine(text?.utf8.count)
    if let text { hasher.combine(bytesOf: text) }
  }
}

extension RepeatedPosts: ResponseObserver {
  public func responseSent(_ number: UInt64, _ end: ResponseEnd) {
    ledger.withLock { $0.sent(number, end) }
  }

  public func responseRefused(_ number: UInt64) {
    ledger.withLock { $0.refused(number) }
  }
}
