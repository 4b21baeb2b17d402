internal import ChatterStore

/// The newest events of a server, from which its streams read at their own pace.
///
/// A stream that is so slow that its next event has left the log is ended. Its client continues by
/// position on a new one.
struct EventLog: Sendable {
  /// Maximum size of the events in bytes, and maximum number of events.
  static let (bytesMax, countMax) = (4 << 20, 16_384)
  /// Maximum size in bytes of what a stream takes at once, apart from its first event.
  private static let partBytesMax = 32 << 10

  private var events: [EncodedEvent] = []
  /// The number of events before the first one in `events`, some of which are dropped but not yet
  /// removed.
  private var removedCount = 0
  private var droppedCount = 0
  private var byteCount = 0

  var end: Int { removedCount + events.count }

  mutating func append(_ event: EncodedEvent) {
    events.append(event)
    byteCount += event.bytes.count
    while byteCount > Self.bytesMax && droppedCount + 1 < events.count
      || events.count - droppedCount > Self.countMax
    {
      byteCount -= events[droppedCount].bytes.count
      droppedCount += 1
    }
    // Removed many at a time, since that moves all others.
    guard droppedCount > events.count / 2 else { return }
    events.removeFirst(droppedCount)
    removedCount += droppedCount
    droppedCount = 0
  }

  /// The bytes of some events, empty if nothing has happened, and the number of the next event.
  typealias Part = (bytes: [UInt8], next: Int)

  /// Returns the bytes of the events from a number on that a filter shows; nil if some have left.
  func part(from number: Int, for filter: ChattFilter) -> Part? {
    guard number >= removedCount + droppedCount, number <= end else { return nil }
    var bytes: [UInt8] = []
    var next = number
    while next < end {
      let event = events[next - removedCount]
      if event.isShown(by: filter) {
        guard bytes.isEmpty || bytes.count + event.bytes.count <= Self.partBytesMax else { break }
        // The first one is not copied.
        if bytes.isEmpty { bytes = event.bytes } else { bytes += event.bytes }
      }
      next += 1
    }
    return (bytes, next)
  }

  /// Removes all events. Their numbers are not used again.
  mutating func removeAll() {
    removedCount += events.count
    droppedCount = 0
    byteCount = 0
    events = []
  }
}
