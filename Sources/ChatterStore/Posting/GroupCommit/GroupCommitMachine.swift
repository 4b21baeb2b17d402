internal import Chatter
internal import Postgres
internal import System

/// The state machine of `GroupCommit`. It decides which posts share a transaction, and the outcome
/// of each post. It keeps an entry for each post, which it does not read.
///
/// There are three lanes, each with one batch at a time. New posts use the first lane, in order of
/// arrival. They accumulate while a batch is committed, and the next batch takes them up to its
/// limits. New posts with long clips use a lane of their own in the same way, since a commit of
/// megabytes takes tens of milliseconds, and short posts must not wait for it.
///
/// The third lane is for posts that must be sent again: the halves of a batch that was refused,
/// until the row at fault is alone; a batch that conflicted with other transactions; and a batch
/// whose outcome is unknown. The latter is sent under the same ids, so that the database can tell
/// which of its posts it already has.
///
/// Posts share no fate. A batch has little time for each statement; the posts of one that takes
/// longer are sent singly, and one that is slow alone is sent once more after all others, and then
/// refused. New posts do not wait for a batch that takes long: it is put aside, and its lane
/// continues over another connection.
struct GroupCommitMachine<Entry> {
  struct Limits {
    var batchPostsMax = 256
    /// Maximum size of a batch. A larger post is sent alone.
    var batchBytesMax = 8 << 20
    /// Posts larger than this, in bytes, use the lane for large posts.
    var smallPostBytesMax = 256 << 10
    /// Maximum number of posts without an outcome.
    var postsMax = 8192
    /// Maximum total size of these posts, in bytes. A single post may be larger.
    var bytesMax = 128 << 20
    /// Maximum time of each statement of a batch of several posts.
    var statementTimeout = Duration.seconds(1)
    /// Maximum time of the statement of a post that was slow before.
    var slowStatementTimeout = Duration.seconds(5)
    /// How long new posts wait for a batch before it is put aside.
    var asideAfter = Duration.seconds(1)
    /// Maximum number of batches that are aside.
    var asideMax = 2
  }

  enum Lane { case new, newLarge, again }

  struct Batch {
    let number: Int
    let lane: Lane
    /// The numbers of its posts.
    let posts: [Int]
    let entries: [Entry]
    /// The latest deadline of its posts.
    let deadline: Deadline
    /// Maximum time of each of its statements; nil for a new post that is alone, since the setting
    /// costs a tenth of its insert, and for posts that may be stored, which wait for a transaction
    /// that is still in progress.
    let statementTimeout: Duration?
    /// When it is put aside; nil for a batch that no new post waits for.
    let asideTime: Deadline?
  }

  enum Action {
    /// Start a lane: call `nextBatch` repeatedly until it returns nil.
    case start(Lane)
    /// Complete a post. Without an error, it is stored.
    case complete(Entry, TimelineError?)
  }

  private struct Post {
    let entry: Entry
    let byteCount: Int
    let deadline: Deadline
    var isUnderWay = false
    /// Whether the post may be stored although its sender has not been notified.
    var isUncertain = false
    /// Whether its statement took too long when it was alone.
    var isSlow = false
    /// The error of the last attempt.
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
  private var lastBatch = 0
  /// The batches under way of new posts, and when they are put aside.
  private var awaited: [Lane: (batch: Int, aside: Deadline)] = [:]
  private var aside: Set<Int> = []
  /// The number of the last post. Posts are numbered from 1.
  private(set) var lastPost = 0
  private(set) var byteCount = 0
  /// The number of posts that are stored elsewhere and counted here.
  private var elsewhereCount = 0

  init(limits: Limits = Limits()) {
    self.limits = limits
  }

  /// The number of posts without an outcome.
  var postCount: Int { posts.count }

  // MARK: Events

  /// Adds a post; returns nil if there is no room for it.
  mutating func add(_ entry: Entry, byteCount: Int, until deadline: Deadline) -> [Action]? {
    guard hasCapacity(for: byteCount) else { return nil }
    lastPost += 1
    posts[lastPost] = Post(entry: entry, byteCount: byteCount, deadline: deadline)
    self.byteCount += byteCount
    let lane = byteCount > limits.smallPostBytesMax ? Lane.newLarge : .new
    waiting[lane, default: []].append(lastPost)
    return start(lane)
  }

  private func hasCapacity(for byteCount: Int) -> Bool {
    let count = posts.count + elsewhereCount
    return count < limits.postsMax
      && (count == 0 || byteCount <= limits.bytesMax - min(limits.bytesMax, self.byteCount))
  }

  /// Counts a post that is stored elsewhere; returns false if there is no room for it.
  mutating func reserve(_ byteCount: Int) -> Bool {
    guard hasCapacity(for: byteCount) else { return false }
    elsewhereCount += 1
    self.byteCount += byteCount
    return true
  }

  mutating func release(_ byteCount: Int) {
    elsewhereCount -= 1
    self.byteCount -= byteCount
  }

  /// Whether a lane must pause before its next batch, because the database has just failed.
  func isPauseDue(_ lane: Lane) -> Bool { lane == .again && again.first?.isAfterPause == true }

  /// Returns the next batch of a lane. Nil ends the lane.
  mutating func nextBatch(_ lane: Lane, now: Deadline) -> Batch? {
    var numbers: [Int] = []
    switch lane {
    case .new, .newLarge: numbers = takeWaiting(lane)
    case .again:
      while !again.isEmpty, numbers.isEmpty {
        numbers = again.removeFirst().posts.filter { posts[$0] != nil }
      }
    }
    awaited[lane] = nil
    guard !numbers.isEmpty else {
      busyLanes.remove(lane)
      return nil
    }
    let members = numbers.map { number in
      guard let post = posts[number] else { preconditionFailure("a post that has ended") }
      posts[number]?.isUnderWay = true
      return post
    }
    lastBatch += 1
    let asideTime = lane == .again ? nil : now.advanced(by: limits.asideAfter)
    if let asideTime { awaited[lane] = (lastBatch, asideTime) }
    // All posts of a batch have the same history, so the first represents all of them.
    let isUnlimited = members[0].isUncertain || (members.count == 1 && lane != .again)
    let timeout = members[0].isSlow ? limits.slowStatementTimeout : limits.statementTimeout
    return Batch(
      number: lastBatch, lane: lane, posts: numbers, entries: members.map(\.entry),
      deadline: members.map(\.deadline).max() ?? .never,
      statementTimeout: isUnlimited ? nil : timeout, asideTime: asideTime)
  }

  /// Whether the lane of a batch that has ended continues with its next one: not if the batch was
  /// put aside, since the lane has continued without it.
  mutating func continues(after batch: Batch) -> Bool { aside.remove(batch.number) == nil }

  /// Completes the posts of a batch that was committed.
  mutating func committed(_ batch: Batch) -> [Action] {
    batch.posts.compactMap { complete($0, nil) }
  }

  /// Handles a failed batch: its posts are sent again, together or in halves, or completed.
  mutating func failed(_ batch: Batch, _ error: PostgresError, now: Deadline) -> [Action] {
    var actions: [Action] = []
    var left: [Int] = []
    for number in batch.posts {
      guard var post = posts[number] else { continue }
      post.isUnderWay = false
      post.isUncertain = post.isUncertain || error.leavesOutcomeUnknown
      // An error that one row may have caused says nothing about the other rows.
      if batch.posts.count == 1 || !error.mayBeOneRow { post.lastError = TimelineError(error) }
      posts[number] = post
      if post.deadline > now {
        left.append(number)
      } else if let action = expire(number) {
        actions.append(action)
      }
    }
    guard let first = left.first, let post = posts[first] else { return actions }
    switch GroupCommitVerdict(
      error, isUncertain: post.isUncertain, wasSlow: post.isSlow, count: batch.posts.count)
    {
    case .again:
      again.append(Group(posts: left, isAfterPause: true))
      actions += start(.again)
    case .inHalves:
      let half = left.count / 2
      again.insert(Group(posts: Array(left[half...]), isAfterPause: false), at: 0)
      again.insert(Group(posts: Array(left[..<half]), isAfterPause: false), at: 0)
      actions += start(.again)
    case .singly:
      again.insert(contentsOf: left.map { Group(posts: [$0], isAfterPause: false) }, at: 0)
      actions += start(.again)
    case .last:
      posts[first]?.isSlow = true
      again.append(Group(posts: left, isAfterPause: false))
      actions += start(.again)
    case .over(let outcome):
      actions += left.compactMap { complete($0, outcome) }
    }
    return actions
  }

  /// Completes the posts whose deadline has passed, and puts batches aside that take long.
  mutating func tick(now: Deadline) -> [Action] {
    posts.filter { $0.value.deadline <= now }.keys.sorted().compactMap { expire($0) }
      + [.new, .newLarge].compactMap { putAside($0, now: now) }
  }

  private mutating func putAside(_ lane: Lane, now: Deadline) -> Action? {
    guard let (batch, time) = awaited[lane], time <= now, aside.count < limits.asideMax else {
      return nil
    }
    awaited[lane] = nil
    aside.insert(batch)
    guard !(waiting[lane] ?? []).isEmpty else {
      busyLanes.remove(lane)
      return nil
    }
    return .start(lane)
  }

  /// The time of the next call of `tick`.
  var nextDeadline: Deadline {
    let times = aside.count < limits.asideMax ? awaited.values.map(\.aside) : []
    return min(posts.values.lazy.map(\.deadline).min() ?? .never, times.min() ?? .never)
  }

  // MARK: Deciding

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

  private mutating func complete(_ number: Int, _ error: TimelineError?) -> Action? {
    guard let post = posts.removeValue(forKey: number) else { return nil }
    byteCount -= post.byteCount
    return .complete(post.entry, error)
  }

  private mutating func expire(_ number: Int) -> Action? {
    guard let post = posts[number] else { return nil }
    let isOpen = post.isUncertain || post.isUnderWay
    return complete(number, isOpen ? .outcomeUnknown : post.lastError ?? .timedOut)
  }
}
