internal import Chatter
internal import Postgres
internal import Sockets

/// Which posts go together into one transaction, and what becomes of each: the mind of
/// `GroupCommit`, without its hands. Posts are numbers here.
///
/// There are three lanes, each with one batch at a time. New posts use the first, in the order in which
/// they came: while a batch is being committed they gather, and the next one takes them all. New posts
/// with long clips do the same on a lane of their own, since a commit of megabytes takes tens of
/// milliseconds, which short posts must not wait for. The third takes what has to go again: the halves of a batch that was refused, until the row at fault
/// stands alone; a batch that other transactions were in the way of; and a batch whose outcome is
/// open, under the same ids, so that the database can tell which of its posts it has already.
struct GroupCommitMachine {
  struct Limits {
    var batchPostsMax = 256
    /// One post may have more, and then goes alone.
    var batchBytesMax = 8 << 20
    /// A post of more bytes than this goes on the lane for large ones.
    var smallPostBytesMax = 256 << 10
    /// Posts that have no answer yet.
    var postsMax = 8192
    /// Bytes of all of them together; one post is taken whatever it has.
    var bytesMax = 128 << 20
  }

  enum Lane { case new, newLarge, again }

  struct Batch: Equatable {
    let lane: Lane
    let posts: [Int]
    /// When the last of its posts gives up.
    let deadline: Deadline
  }

  enum Action: Equatable {
    /// Ask `nextBatch` for one after the other, until there is none.
    case start(Lane)
    /// Nil: it is stored.
    case answer(post: Int, TimelineError?)
  }

  private enum Place { case waiting, underWay }

  private struct Post {
    let byteCount: Int
    let deadline: Deadline
    var place = Place.waiting
    /// It may be stored although nobody was told so.
    var isUncertain = false
    /// Why it was not stored the last time.
    var lastError: TimelineError?
  }

  private struct Group {
    var posts: [Int]
    var isAfterPause: Bool
  }

  let limits: Limits
  private var posts: [Int: Post] = [:]
  private var waiting: [Lane: [Int]] = [:]
  private var again: [Group] = []
  private var busyLanes: Set<Lane> = []
  private var lastPost = 0
  private(set) var byteCount = 0
  /// Posts that are stored elsewhere, and counted here.
  private var elsewhereCount = 0

  init(limits: Limits = Limits()) {
    self.limits = limits
  }

  /// How many posts have no answer yet.
  var postCount: Int { posts.count }

  // MARK: Events

  /// A post has come; nil when there is no room for it.
  mutating func add(byteCount: Int, until deadline: Deadline) -> (post: Int, actions: [Action])? {
    guard hasRoom(for: byteCount) else { return nil }
    lastPost += 1
    posts[lastPost] = Post(byteCount: byteCount, deadline: deadline)
    self.byteCount += byteCount
    let lane = byteCount > limits.smallPostBytesMax ? Lane.newLarge : .new
    waiting[lane, default: []].append(lastPost)
    return (lastPost, start(lane))
  }

  private func hasRoom(for byteCount: Int) -> Bool {
    let count = posts.count + elsewhereCount
    return count < limits.postsMax
      && (count == 0 || byteCount <= limits.bytesMax - min(limits.bytesMax, self.byteCount))
  }

  /// Counts a post that is stored elsewhere, unless there is no room for it.
  mutating func takeRoom(_ byteCount: Int) -> Bool {
    guard hasRoom(for: byteCount) else { return false }
    elsewhereCount += 1
    self.byteCount += byteCount
    return true
  }

  mutating func giveRoom(_ byteCount: Int) {
    elsewhereCount -= 1
    self.byteCount -= byteCount
  }

  /// Whether a lane is to pause before it goes on: a database that has just failed is left alone for
  /// a moment.
  func isPauseDue(_ lane: Lane) -> Bool { lane == .again && again.first?.isAfterPause == true }

  /// What a lane is to commit next; nil ends it.
  mutating func nextBatch(_ lane: Lane) -> Batch? {
    var numbers: [Int] = []
    switch lane {
    case .new, .newLarge: numbers = takeWaiting(lane)
    case .again:
      while !again.isEmpty, numbers.isEmpty {
        numbers = again.removeFirst().posts.filter { posts[$0] != nil }
      }
    }
    guard !numbers.isEmpty else {
      busyLanes.remove(lane)
      return nil
    }
    for number in numbers { posts[number]?.place = .underWay }
    let deadline = numbers.compactMap { posts[$0]?.deadline }.max() ?? .now
    return Batch(lane: lane, posts: numbers, deadline: deadline)
  }

  /// A batch has been committed.
  mutating func committed(_ batch: Batch) -> [Action] {
    batch.posts.compactMap { answer($0, nil) }
  }

  /// A batch has failed: its posts go again, together or in halves, or have their answer.
  mutating func failed(_ batch: Batch, _ error: PostgresError, now: Deadline) -> [Action] {
    var actions: [Action] = []
    var left: [Int] = []
    for number in batch.posts {
      guard var post = posts[number] else { continue }
      post.place = .waiting
      post.isUncertain = post.isUncertain || error.leavesOutcomeUnknown
      // What one row may be at fault for is no word on the others.
      if batch.posts.count == 1 || !error.mayBeOneRow { post.lastError = TimelineError(error) }
      posts[number] = post
      if post.deadline <= now {
        actions += expire(number)
      } else {
        left.append(number)
      }
    }
    guard let first = left.first, let post = posts[first] else { return actions }
    // The posts of a batch share their fate, so that the first stands for all.
    switch Verdict(error, isUncertain: post.isUncertain, count: left.count) {
    case .again:
      again.append(Group(posts: left, isAfterPause: true))
      actions += start(.again)
    case .inHalves:
      let half = left.count / 2
      again.insert(Group(posts: Array(left[half...]), isAfterPause: false), at: 0)
      again.insert(Group(posts: Array(left[..<half]), isAfterPause: false), at: 0)
      actions += start(.again)
    case .over(let answer):
      for number in left { if let action = self.answer(number, answer) { actions.append(action) } }
    }
    return actions
  }

  /// Answers the posts whose time is over.
  mutating func tick(now: Deadline) -> [Action] {
    posts.filter { $0.value.deadline <= now }.keys.sorted().flatMap { expire($0) }
  }

  /// When `tick` is to be called next.
  var nextDeadline: Deadline { posts.values.lazy.map(\.deadline).min() ?? .never }

  // MARK: Deciding

  private enum Verdict {
    case again
    case inHalves
    case over(TimelineError)

    init(_ error: PostgresError, isUncertain: Bool, count: Int) {
      // A connection that broke before all was sent says nothing of the database: another may do.
      let isAnothersFault = error.isConflict || error == .connectionLost(.notApplied)
      let isTooSlow = error.sqlState == .queryCanceled && count > 1
      if isAnothersFault || (isUncertain && error.mayPass && !isTooSlow) {
        self = .again
      } else if error.mayBeOneRow, count > 1 {
        self = .inHalves
      } else if isUncertain, error.sqlState != .checkViolation {
        self = .over(.outcomeUnknown)
      } else {
        // What certainly was not stored is the client's to repeat; and a row that is refused now was
        // refused before, too.
        self = .over(TimelineError(error))
      }
    }
  }

  private mutating func start(_ lane: Lane) -> [Action] {
    busyLanes.insert(lane).inserted ? [.start(lane)] : []
  }

  private mutating func takeWaiting(_ lane: Lane) -> [Int] {
    var bytesLeft = limits.batchBytesMax
    var numbers: [Int] = []
    var taken = 0
    for number in waiting[lane] ?? [] {
      if let post = posts[number] {
        guard
          numbers.isEmpty || (numbers.count < limits.batchPostsMax && post.byteCount <= bytesLeft)
        else { break }
        bytesLeft -= min(bytesLeft, post.byteCount)
        numbers.append(number)
      }
      taken += 1
    }
    waiting[lane]?.removeFirst(taken)
    return numbers
  }

  private mutating func answer(_ number: Int, _ error: TimelineError?) -> Action? {
    guard let post = posts.removeValue(forKey: number) else { return nil }
    byteCount -= post.byteCount
    return .answer(post: number, error)
  }

  private mutating func expire(_ number: Int) -> [Action] {
    guard let post = posts[number] else { return [] }
    let isOpen = post.isUncertain || post.place == .underWay
    let error = isOpen ? TimelineError.outcomeUnknown : post.lastError ?? .timedOut
    return answer(number, error).map { [$0] } ?? []
  }
}

extension PostgresError {
  /// Whether one row may be at fault, and not the statement, the server or the moment.
  fileprivate var mayBeOneRow: Bool {
    switch self {
    // A long clip may be why the time of a statement was over.
    case .server(let error) where error.sqlState == .queryCanceled: true
    case .server(let error): !mayPass && error.sqlState.category != "42"
    case .tooManyParameters, .decoding: true
    default: false
    }
  }
}
