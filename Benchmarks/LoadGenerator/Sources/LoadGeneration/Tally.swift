/// What one connection, or all of them, did.
public struct Tally: Sendable {
  /// Requests that were answered rightly within the time that counts.
  public var requests: UInt64 = 0
  /// All requests that were answered rightly, those of the warm-up included.
  public var requestsInAll: UInt64 = 0
  /// Bytes of content of the requests that count, as they came over the wire.
  public var contentBytes: UInt64 = 0
  /// Answers that were wrong and connections that broke, at any time.
  public var failures: UInt64 = 0
  /// What the first failure was.
  public var firstFailure: String?
  public var latencies = Latencies()

  public init() {}

  public mutating func fail(_ reason: String) {
    failures += 1
    if firstFailure == nil { firstFailure = reason }
  }

  public mutating func add(_ other: Tally) {
    requests += other.requests
    requestsInAll += other.requestsInAll
    contentBytes += other.contentBytes
    failures += other.failures
    firstFailure = firstFailure ?? other.firstFailure
    latencies.add(other.latencies)
  }
}
