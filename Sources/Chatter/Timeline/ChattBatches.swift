/// A list that comes in parts; its reader sets the pace, and may let go of it at any time.
public struct ChattBatches: AsyncSequence, AsyncIteratorProtocol, Sendable {
  public typealias Element = [Chatt]
  public typealias Failure = TimelineError

  private let pull: @Sendable () async throws(TimelineError) -> [Chatt]?

  /// Takes what gives the next batch, and nil after the last one.
  public init(_ pull: @escaping @Sendable () async throws(TimelineError) -> [Chatt]?) {
    self.pull = pull
  }

  /// The next batch, nil after the last one.
  public func next() async throws(TimelineError) -> [Chatt]? {
    try await pull()
  }

  public mutating func next(
    isolation actor: isolated (any Actor)?
  ) async throws(TimelineError) -> [Chatt]? {
    try await pull()
  }

  public func makeAsyncIterator() -> ChattBatches { self }

  /// All that is left, in one array.
  public func collect() async throws(TimelineError) -> [Chatt] {
    var chatts: [Chatt] = []
    while let batch = try await next() { chatts += batch }
    return chatts
  }
}
