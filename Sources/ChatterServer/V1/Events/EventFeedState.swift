/// What the loops of a server share about its events: it decides what `EventFeed` does.
struct EventFeedState {
  enum Start {
    /// The caller starts the polls.
    case start
    /// The caller signals that there is a reason for a poll.
    case signal
    /// A poll follows anyway.
    case wait
    /// There are no more polls.
    case refuse
  }

  var quota: EventQuota
  private(set) var log = EventLog()
  /// The position after the events in the log; nil while there are no polls.
  private(set) var position: EventPosition?
  /// What wakes the streams of each loop.
  var wakes: [@Sendable () -> Void] = []
  private(set) var isEnded = false
  private var isFollowing = false
  private var isSignaled = false
  /// Those that wait for a poll that has not begun.
  private var openings: [EventFeed.Opening] = []

  init(quota: EventQuota) {
    self.quota = quota
  }

  /// Whether a poll must be signaled, which is not needed twice before it begins.
  mutating func mustSignal() -> Bool {
    guard isFollowing, !isSignaled else { return false }
    isSignaled = true
    return true
  }

  /// Lets a caller wait for the next poll that begins.
  mutating func open(_ opening: EventFeed.Opening) -> Start {
    guard !isEnded else { return .refuse }
    openings.append(opening)
    guard isFollowing else {
      isFollowing = true
      return .start
    }
    return mustSignal() ? .signal : .wait
  }

  /// Begins a poll, and returns those that wait for it; nil when the polls end because there are no
  /// streams.
  mutating func beginPoll() -> [EventFeed.Opening]? {
    guard !isEnded, quota.count > 0 || !openings.isEmpty else {
      isFollowing = false
      isSignaled = false
      position = nil
      log.removeAll()
      return nil
    }
    isSignaled = false
    defer { openings = [] }
    return openings
  }

  mutating func append(_ events: [EncodedEvent], position: EventPosition) {
    for event in events { log.append(event) }
    self.position = position
  }

  /// Ends everything, and returns those that wait for a poll.
  mutating func end() -> [EventFeed.Opening] {
    isEnded = true
    defer { openings = [] }
    return openings
  }
}

/// Counts the streams of a server and of each address.
struct EventQuota {
  let countMax: Int
  let countPerAddressMax: Int
  private(set) var count = 0
  private var counts: [String: Int] = [:]

  init(countMax: Int, countPerAddressMax: Int) {
    self.countMax = countMax
    self.countPerAddressMax = countPerAddressMax
  }

  /// Adds a stream, if the limits allow it.
  mutating func add(_ address: String) -> Bool {
    let countOfAddress = counts[address, default: 0]
    guard count < countMax, countOfAddress < countPerAddressMax else { return false }
    count += 1
    counts[address] = countOfAddress + 1
    return true
  }

  mutating func remove(_ address: String) {
    guard let countOfAddress = counts[address] else { return }
    count -= 1
    counts[address] = countOfAddress > 1 ? countOfAddress - 1 : nil
  }
}
