internal import ChatterStore

/// What the loops of a server share about its events: it decides what `EventFeed` does.
struct EventFeedState {
  enum Start {
    case start
    /// The caller signals that there is a reason for a poll.
    case signal
    case wait
    case refuse
  }

  private let limits: EventFeed.Limits
  /// The number of streams, and those of each address.
  private(set) var streamCount = 0
  private var streamCounts: [String: Int] = [:]
  private(set) var log = EventLog()
  /// The position after the events in the log; nil while there are no polls.
  private(set) var position: EventPosition?
  var wakes: [@Sendable () -> Void] = []
  private(set) var isEnded = false
  private var isFollowing = false
  private var isSignaled = false
  /// Those that wait for a poll that has not begun.
  private var openings: [EventFeed.Opening] = []

  init(_ limits: EventFeed.Limits) {
    self.limits = limits
  }

  /// Counts a stream of an address, if the limits allow it.
  mutating func add(_ address: String) -> Bool {
    let countOfAddress = streamCounts[address, default: 0]
    guard streamCount < limits.streamsMax, countOfAddress < limits.streamsPerAddressMax else {
      return false
    }
    streamCount += 1
    streamCounts[address] = countOfAddress + 1
    return true
  }

  mutating func remove(_ address: String) {
    guard let countOfAddress = streamCounts[address] else { return }
    streamCount -= 1
    streamCounts[address] = countOfAddress > 1 ? countOfAddress - 1 : nil
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
    guard !isEnded, streamCount > 0 || !openings.isEmpty else {
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

  mutating func end() -> [EventFeed.Opening] {
    isEnded = true
    defer { openings = [] }
    return openings
  }
}
