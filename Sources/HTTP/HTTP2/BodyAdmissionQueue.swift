/// Decides which streams of a connection may send their whole body. Streams are admitted in the
/// order in which they request it, as long as their bodies fit into `bytesMax`.
///
/// An admission covers the maximum size of the body, so that an admitted body never waits for
/// another. No stream overtakes another, so that small bodies cannot starve a large one.
struct BodyAdmissionQueue {
  let bytesMax: Int
  private(set) var grantedBytes = 0
  private var grants: [Int32: Int] = [:]
  /// The streams that wait for admission, at most one entry for each stream.
  private var queue: [(stream: Int32, bytes: Int)] = []

  init(bytesMax: Int) { self.bytesMax = bytesMax }

  func isAdmitted(_ stream: Int32) -> Bool { grants[stream] != nil }

  func isWaiting(_ stream: Int32) -> Bool { queue.contains { $0.stream == stream } }

  /// Requests admission for a stream that has not requested it yet. `bytes` must not exceed
  /// `bytesMax`. Returns true if the stream is admitted immediately; otherwise a later `release` or
  /// `withdraw` of another stream returns it.
  mutating func request(_ bytes: Int, for stream: Int32) -> Bool {
    precondition(bytes >= 0 && bytes <= bytesMax, "the body must fit into bytesMax")
    queue.append((stream, bytes))
    return !grantInOrder().isEmpty
  }

  /// Ends the admission of a stream whose body has been released. Returns the streams that this
  /// admits.
  mutating func release(_ stream: Int32) -> [Int32] {
    guard let bytes = grants.removeValue(forKey: stream) else { return withdraw(stream) }
    grantedBytes -= bytes
    return grantInOrder()
  }

  /// Removes a waiting stream from the queue. Returns the streams that this admits.
  mutating func withdraw(_ stream: Int32) -> [Int32] {
    guard isWaiting(stream) else { return [] }
    queue.removeAll { $0.stream == stream }
    return grantInOrder()
  }

  private mutating func grantInOrder() -> [Int32] {
    var granted: [Int32] = []
    for (stream, bytes) in queue {
      guard bytes <= bytesMax - grantedBytes else { break }
      grants[stream] = bytes
      grantedBytes += bytes
      granted.append(stream)
    }
    queue.removeFirst(granted.count)
    return granted
  }
}
