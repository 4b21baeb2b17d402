/// Who may send a whole body, of the streams of one connection: as many at a time as fit into the
/// budget, in the order in which they asked.
///
/// A grant is for all that a body may come to hold, so that none that has begun ever waits for
/// another one. Nobody overtakes, so that a large body has its turn among small ones.
struct BodyBudget {
  let bytesMax: Int
  private(set) var grantedBytes = 0
  private var grants: [Int32: Int] = [:]
  /// Those that wait for their turn, at most one for each stream.
  private var queue: [(stream: Int32, bytes: Int)] = []

  init(bytesMax: Int) { self.bytesMax = bytesMax }

  func hasTurn(_ stream: Int32) -> Bool { grants[stream] != nil }

  func isWaiting(_ stream: Int32) -> Bool { queue.contains { $0.stream == stream } }

  /// Asks for room, which is within the budget, for a stream that has not asked yet; true when it
  /// is granted at once, else `release` or `withdraw` of another one will say so.
  mutating func ask(_ bytes: Int, for stream: Int32) -> Bool {
    precondition(bytes >= 0 && bytes <= bytesMax, "a body that can have its turn")
    queue.append((stream, bytes))
    return !grantInOrder().isEmpty
  }

  /// Takes back the room of a stream that has it, whose body is let go of; those that have it now.
  mutating func release(_ stream: Int32) -> [Int32] {
    guard let bytes = grants.removeValue(forKey: stream) else { return withdraw(stream) }
    grantedBytes -= bytes
    return grantInOrder()
  }

  /// Forgets a stream that waits; those that have room now.
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
