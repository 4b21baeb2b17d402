/// The results of one connection, or of all of them.
public struct Tally: Sendable {
  /// Requests with a correct response within the time that counts.
  public var requests: UInt64 = 0
  /// All requests with a correct response, including the warm-up.
  public var requestsInAll: UInt64 = 0
  /// The body bytes of the requests that count, as received, before decoding.
  public var bodyBytes: UInt64 = 0
  /// Wrong responses and broken connections, at any time.
  public var failures: UInt64 = 0
  /// The reason for the first failure.
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
    bodyBytes += other.bodyBytes
    failures += other.failures
    firstFailure = firstFailure ?? other.firstFailure
    latencies.add(other.latencies)
  }
}
