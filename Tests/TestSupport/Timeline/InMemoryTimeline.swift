public import Chatter

/// A timeline in memory, for tests of code that uses one.
public actor InMemoryTimeline: PostStore, Timeline {
  /// The stored chatts, oldest first.
  private var stored: [Chatt] = []
  private var keys: [PostKey: (chatt: NewChatt, posted: PostedChatt)] = [:]
  private var failure: TimelineError?
  private var generator = SystemRandomNumberGenerator()
  private let now: @Sendable () -> Timestamp

  public init(now: @escaping @Sendable () -> Timestamp) {
    self.now = now
  }

  /// Makes every call fail from now on; nil ends this.
  public func fail(with error: TimelineError?) {
    failure = error
  }

  @discardableResult
  public func post(_ chatt: NewChatt) async throws(TimelineError) -> PostedChatt {
    try store(chatt)
  }

  @discardableResult
  public func post(
    _ chatt: NewChatt, once key: PostKey
  ) async throws(TimelineError) -> PostedChatt {
    if let present = keys[key] {
      guard present.chatt == chatt else { throw .keyIsOfAnotherPost }
      return present.posted
    }
    let posted = try store(chatt)
    keys[key] = (chatt, posted)
    return posted
  }

  private func store(_ chatt: NewChatt) throws(TimelineError) -> PostedChatt {
    if let failure { throw failure }
    let time = now()
    let id = ChattID(at: time, using: &generator)
    let audio = chatt.audio.map { String(decoding: Base64.encode($0.bytes[...]), as: UTF8.self) }
    stored.append(
      Chatt(
        username: chatt.username, message: chatt.message, id: id, timestamp: time.description,
        audio: audio))
    return PostedChatt(id: id, createdAt: time)
  }

  public func chatts() async throws(TimelineError) -> [Chatt] {
    if let failure { throw failure }
    return stored.reversed().map { chatt in
      var chatt = chatt
      chatt.audio = nil
      return chatt
    }
  }

  public func audio() async throws(TimelineError) -> [Chatt] {
    if let failure { throw failure }
    return stored.reversed()
  }
}
