/// A timeline that lives as long as its process: for tests and previews.
public actor InMemoryTimeline: IdempotentTimeline {
  /// Oldest first: a post appends.
  private var stored: [Chatt] = []
  private var keys: [PostKey: (chatt: NewChatt, id: ChattID)] = [:]
  private var failure: TimelineError?
  private var generator = SystemRandomNumberGenerator()
  private let now: @Sendable () -> Timestamp
  private let batchBytesMax: Int

  /// Takes a clock, and after how many bytes of clips and messages a batch ends.
  public init(
    now: @escaping @Sendable () -> Timestamp, batchBytesMax: Int = 1 << 20
  ) {
    self.now = now
    self.batchBytesMax = batchBytesMax
  }

  /// Makes every call fail from now on, or none when given nil.
  public func fail(with error: TimelineError?) {
    failure = error
  }

  @discardableResult
  public func post(_ chatt: NewChatt) async throws(TimelineError) -> ChattID? {
    try store(chatt)
  }

  @discardableResult
  public func post(_ chatt: NewChatt, once key: PostKey) async throws(TimelineError) -> ChattID? {
    if let present = keys[key] {
      guard present.chatt == chatt else { throw .keyIsOfAnotherPost }
      return present.id
    }
    let id = try store(chatt)
    keys[key] = (chatt, id)
    return id
  }

  private func store(_ chatt: NewChatt) throws(TimelineError) -> ChattID {
    if let failure { throw failure }
    let time = now()
    let id = ChattID(at: time, using: &generator)
    stored.append(
      Chatt(
        username: chatt.username, message: chatt.message, id: id, timestamp: time,
        audioBytes: chatt.audio?.bytes))
    return id
  }

  public func chatts() async throws(TimelineError) -> [Chatt] {
    if let failure { throw failure }
    return stored.reversed().map(\.withoutAudio)
  }

  public func audio() async throws(TimelineError) -> ChattBatches {
    if let failure { throw failure }
    let cursor = Cursor(stored, batchBytesMax: batchBytesMax)
    return ChattBatches { () async throws(TimelineError) in await cursor.next() }
  }

  /// Goes through a snapshot from its end to its start.
  private actor Cursor {
    private var left: ArraySlice<Chatt>
    private let batchBytesMax: Int

    init(_ chatts: [Chatt], batchBytesMax: Int) {
      left = chatts[...]
      self.batchBytesMax = batchBytesMax
    }

    func next() -> [Chatt]? {
      var batch: [Chatt] = []
      var bytesLeft = batchBytesMax
      while let chatt = left.last, batch.isEmpty || bytesLeft > 0 {
        batch.append(chatt)
        left.removeLast()
        bytesLeft -= chatt.message?.utf8.count ?? 0
        if case .bytes(let bytes) = chatt.audioContent { bytesLeft -= bytes.count }
      }
      return batch.isEmpty ? nil : batch
    }
  }
}
