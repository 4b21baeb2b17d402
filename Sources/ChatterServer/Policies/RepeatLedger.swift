internal import Chatter
internal import HTTP
internal import Sockets

/// Recent posts and what became of their responses: the state machine of `RepeatedPosts`. Requests
/// and responses are numbers here, contents are keys, and `End` is where a response ends in the
/// output of its connection.
///
/// The first request with a content is stored. Those with the same content that come before its
/// response is sent have its outcome. Once it is sent, they are repeats for ten seconds, unless the
/// peer has acknowledged it by then: what was said and seen to be stored is new when it is said
/// again. Nothing is done about a post until an identical one arrives.
struct RepeatLedger<End> {
  typealias Key = UInt64

  /// What is to be done with a request.
  enum Decision: Equatable {
    /// Store it: it is new.
    case store
    /// `join` the identical one that is being stored.
    case join
    /// Respond that it is stored; this is the number of the response.
    case respond(UInt64)
    /// Decide again in a moment: the response to an identical post may still be on its way.
    case waitForAcknowledgement
  }

  private struct Post {
    /// Whether a request with this content is being stored.
    var isStoring = false
    /// Requests that wait for its outcome, oldest first.
    var waiting: [Int] = []
    /// The response to the request that was stored, and the newest one to a repeat of it.
    var first: UInt64?
    var newest: UInt64?

    var isOver: Bool { !isStoring && first == nil && newest == nil }
  }

  private struct Response {
    let key: Key
    let madeAt: Deadline
    /// nil until it is sent whole.
    var end: End?
  }

  /// Responses that are looked at in one step to forget those that are too old.
  private static var forgottenPerStepMax: Int { 8 }

  /// How long a response is remembered.
  let memory: Duration
  /// Responses that are remembered at most; beyond, the oldest is forgotten.
  let responsesMax: Int
  private var posts: [Key: Post] = [:]
  /// All whose numbers are from `oldest` up to the next one.
  private var responses: [UInt64: Response] = [:]
  private var oldest: UInt64 = 0

  init(memory: Duration = .seconds(10), responsesMax: Int = 65_536) {
    self.memory = memory
    self.responsesMax = responsesMax
  }

  /// Contents that something is known about.
  var count: Int { posts.count }

  /// Requests that wait for the outcome of others.
  var waitingCount: Int { posts.values.reduce(0) { $0 + $1.waiting.count } }

  // MARK: Requests

  /// Decides about a request that has arrived, or has waited for an acknowledgement.
  ///
  /// - Parameters:
  ///   - mayWait: whether it can wait for the acknowledgement of an earlier response.
  ///   - acknowledgement: looks up what was acknowledged.
  mutating func arrived(
    _ key: Key, now: Deadline, mayWait: Bool, acknowledgement: (End) -> Acknowledgement
  ) -> Decision {
    forgetOld(now: now)
    guard let post = posts[key] else {
      posts[key] = Post(isStoring: true)
      return .store
    }
    guard !post.isStoring else { return .join }
    var isPending = false
    for case let number? in [post.first, post.newest] {
      guard let response = responses[number], response.madeAt.advanced(by: memory) > now
      else { continue }
      switch response.end.map(acknowledgement) ?? .lost {
      case .complete: continue
      case .pending where mayWait: isPending = true
      case .pending, .lost: return .respond(addRepeat(of: key, now: now))
      }
    }
    if isPending { return .waitForAcknowledgement }
    posts[key] = Post(isStoring: true)
    return .store
  }

  private mutating func addRepeat(of key: Key, now: Deadline) -> UInt64 {
    let number = addResponse(to: key, now: now)
    posts[key, default: Post()].newest = number
    return number
  }

  /// Makes a request wait for the one that is being stored; false when that has its outcome now.
  mutating func join(_ request: Int, _ key: Key) -> Bool {
    guard posts[key]?.isStoring == true else { return false }
    posts[key]?.waiting.append(request)
    return true
  }

  /// Takes note that a request was stored.
  ///
  /// - Returns: the number of the response to it, and the requests that have waited for it: the
  ///   numbers of their responses follow.
  mutating func stored(_ key: Key, now: Deadline) -> (response: UInt64, waiting: [Int]) {
    var post = posts[key] ?? Post()
    let waiting = post.waiting
    post.isStoring = false
    post.waiting = []
    // Before the responses: adding them may forget older ones, and these with them.
    posts[key] = post
    let first = addResponse(to: key, now: now)
    post.first = first
    for _ in waiting { post.newest = addResponse(to: key, now: now) }
    posts[key] = post
    return (first, waiting)
  }

  /// Takes note that a request could not be stored. What was not stored may be sent again, and is
  /// then another attempt.
  ///
  /// - Parameter error: `cancelled` when the sender left before it was begun; the others still want
  ///   the post stored.
  /// - Returns: the request that is to be stored in its place, or those that share its outcome.
  mutating func failed(
    _ key: Key, _ error: TimelineError
  ) -> (next: Int?, waiting: [Int]) {
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

  /// Takes note that a response was sent whole.
  mutating func sent(_ response: UInt64, _ end: End) {
    responses[response]?.end = end
  }

  /// Takes note that the peer does not want a response that was sent.
  mutating func refused(_ response: UInt64) {
    responses[response]?.end = nil
  }

  private mutating func addResponse(to key: Key, now: Deadline) -> UInt64 {
    if responses.count >= responsesMax { forgetOldest() }
    let number = oldest + UInt64(responses.count)
    responses[number] = Response(key: key, madeAt: now)
    return number
  }

  /// Forgets what is too old, a bounded number in each step: more than can be added in one.
  private mutating func forgetOld(now: Deadline) {
    for _ in 0..<Self.forgottenPerStepMax {
      guard let response = responses[oldest], response.madeAt.advanced(by: memory) <= now
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
