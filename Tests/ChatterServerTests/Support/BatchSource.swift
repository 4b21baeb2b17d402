import Chatter

/// Hands batches out, counts how many were asked for, and fails after the last one if told to.
actor BatchSource {
  private(set) var askedCount = 0
  private var batches: ArraySlice<[Chatt]>
  private let failure: TimelineError?

  init(_ batches: [[Chatt]], failure: TimelineError? = nil) {
    self.batches = batches[...]
    self.failure = failure
  }

  func next() throws(TimelineError) -> [Chatt]? {
    askedCount += 1
    if batches.isEmpty, let failure { throw failure }
    return batches.popFirst()
  }

  nonisolated var sequence: ChattBatches {
    ChattBatches { () async throws(TimelineError) in try await self.next() }
  }
}
