internal import Chatter
internal import HTTP
internal import System

/// Recent posts and the state of their responses: the state machine of `RepeatedPosts`. Responses
/// are represented by numbers, and the data of a post by a key. `End` is the position in the output
/// of a connection at which a response ends, a `Waiter` is a request that waits for another, and an
/// `Outcome` is what the response to a stored post says.
///
/// The first request with a key is stored. Requests with the same key that arrive before its
/// response is sent share its outcome. After that, such requests are repeats for ten seconds,
/// unless the peer has acknowledged the response.
struct RepeatLedger<End, Waiter, Outcome> {
  typealias Key = UInt64

  enum Decision: Equatable {
    /// Store the post: it is new.
    case store
    /// Wait, by `join`, for the identical request that is being stored.
    case join
    /// Respond that the post is stored. The value is the number of the response.
    case respond(UInt64)
    /// Decide again after a pause: the response to an identical post may still be in transit. Then
    /// only responses before this number count, so that requests do not wait for each other's.
    case waitForAcknowledgement(before: UInt64)
  }

  private struct Post {
    /// Whether a request with this key is being stored.
    var isStoring = false
    /// Requests that wait for its outcome, oldest first.
    var waiting: [Waiter] = []
    /// Nil until it is stored.
    var outcome: Outcome?
    /// The response to the request that was stored, and the newest response to a repeat of it.
    var first: UInt64?
    var newest: UInt64?

    var isOver: Bool { !isStoring && first == nil && newest == nil }
  }

  private struct Response {
    let key: Key
    let madeAt: Deadline
    /// Nil until the whole response is sent.
    var end: End?
  }

  /// Maximum number of old responses that one step removes.
  private static var forgottenPerStepMax: Int { 8 }

  let lifetime: Duration
  /// Maximum number of responses that are remembered. Beyond it, the oldest is forgotten.
  let responsesMax: Int
  private var posts: [Key: Post] = [:]
  /// The remembered responses. Their numbers are consecutive and begin with `oldest`.
  private var responses: [UInt64: Response] = [:]
  private var oldest: UInt64 = 0

  init(lifetime: Duration = .seconds(10), responsesMax: Int = 65_536) {
    self.lifetime = lifetime
    self.responsesMax = responsesMax
  }

  var count: Int { posts.count }

  /// The number of requests that wait for the outcome of others.
  var waitingCount: Int { posts.values.reduce(0) { $0 + $1.waiting.count } }

  // MARK: Requests

  /// Decides about a request that has arrived, or has waited and `mayWait` again for an
  /// acknowledgement of responses before a number.
  mutating func arrived(
    _ key: Key, before limit: UInt64 = .max, now: Deadline, mayWait: Bool,
    acknowledgement: (End) -> Acknowledgement
  ) -> Decision {
    forgetOld(now: now)
    guard let post = posts[key] else {
      posts[key] = Post(isStoring: true)
      return .store
    }
    guard !post.isStoring else { return .join }
    var isPending = false
    for case let number? in [post.first, post.newest] where number < limit {
      guard let response = responses[number], response.madeAt.advanced(by: lifetime) > now
      else { continue }
      switch response.end.map(acknowledgement) ?? .lost {
      case .complete: continue
      case .pending where mayWait: isPending = true
      case .pending, .lost:
        let response = addResponse(to: key, now: now)
        posts[key, default: Post()].newest = response
        return .respond(response)
      }
    }
    if isPending { return .waitForAcknowledgement(before: min(limit, nextNumber)) }
    posts[key] = Post(isStoring: true)
    return .store
  }

  /// Makes a request wait for the one that is being stored; returns false if that one has ended.
  mutating func join(_ waiter: Waiter, _ key: Key) -> Bool {
    guard posts[key]?.isStoring == true else { return false }
    posts[key]?.waiting.append(waiter)
    return true
  }

  func outcome(of key: Key) -> Outcome? { posts[key]?.outcome }

  /// Records that a request was stored. Returns the number of the response to it, and the requests
  /// that have waited for it, whose responses have the next numbers.
  mutating func stored(
    _ key: Key, _ outcome: Outcome, now: Deadline
  ) -> (response: UInt64, waiting: [Waiter]) {
    let waiting = posts[key]?.waiting ?? []
    let first = addResponse(to: key, now: now)
    var newest: UInt64?
    for _ in waiting { newest = addResponse(to: key, now: now) }
    posts[key] = Post(outcome: outcome, first: first, newest: newest)
    return (first, waiting)
  }

  /// Records that a request could not be stored. Returns the requests that share its outcome. If
  /// its sender left before storing began, the next request is to be stored in its place.
  mutating func failed(_ key: Key, _ error: TimelineError) -> (next: Waiter?, waiting: [Waiter]) {
    guard var post = posts[key] else { return (nil, []) }
    if case .cancelled = error, !post.waiting.isEmpty {
      let next = post.waiting.removeFirst()
      posts[key] = post
      return (next, [])
    }
    posts[key] = nil
    return (nil, post.waiting)
  }

  // MARK: Responses

  mutating func sent(_ response: UInt64, _ end: End) {
    responses[response]?.end = end
  }

  /// Records that the peer does not want a response that was sent.
  mutating func refused(_ response: UInt64) {
    responses[response]?.end = nil
  }

  private var nextNumber: UInt64 { oldest + UInt64(responses.count) }

  private mutating func addResponse(to key: Key, now: Deadline) -> UInt64 {
    if responses.count >= responsesMax { forgetOldest() }
    let number = nextNumber
    responses[number] = Response(key: key, madeAt: now)
    return number
  }

  /// Forgets responses that are too old, a bounded number in each step: more than one step can add.
  private mutating func forgetOld(now: Deadline) {
    for _ in 0..<Self.forgottenPerStepMax {
      guard let response = responses[oldest], response.madeAt.advanced(by: lifetime) <= now
      else { return }
      forgetOldest()
    }
  }

  private mutating func forgetOldest() {
    guard let response = responses.removeValue(forKey: oldest) else { return }
    defer { oldest += 1 }
    guard var post = posts[response.key] else { return }
    if let first = post.first, first <= oldest { post.first = nil }
    if let newest = post.newest, newest <= oldest { post.newest = nil }
    posts[response.key] = post.isOver ? nil : post
  }
}
