internal import Chatter
internal import ChatterStore

/// An event as the streams send it (HTML standard, section 9.2), encoded once for all of them.
struct EncodedEvent: Sendable {
  let bytes: [UInt8]
  /// The chatt of the event, for the filters; nil for the other events.
  let chatt: StoredChatt?
}

extension EncodedEvent {
  /// Keeps proxies from closing a stream on which nothing happens. Clients keep the position, so
  /// that one whose filter shows little need not read far back when it connects again.
  static func comment(at position: EventPosition) -> EncodedEvent {
    EncodedEvent(bytes: Array(":\nid: \(position)\n\n".utf8), chatt: nil)
  }

  /// Milliseconds after which a browser connects again.
  private static let retry = 2_000

  /// The beginning of a stream. It gives a client its first position, without an event.
  static func beginning(at position: EventPosition) -> [UInt8] {
    Array("retry: \(retry)\nid: \(position)\n\n".utf8)
  }

  /// The event that makes a client load the first page again.
  static func reset(at position: EventPosition) -> EncodedEvent {
    EncodedEvent("reset", at: position, data: Array("{}".utf8), chatt: nil)
  }

  /// Creates the event of a change; nil if clients see nothing of it.
  init?(_ change: EventChange, at position: EventPosition) {
    switch change.content {
    case .chatt(let chatt): self.init("chatt", at: position, data: chatt.json, chatt: chatt)
    case .removal(let id):
      self.init("delete", at: position, data: Array(#"{"id":"\#(id)"}"#.utf8), chatt: nil)
    case .nothing: return nil
    }
  }

  private init(
    _ name: String, at position: EventPosition, data: [UInt8], chatt: StoredChatt?
  ) {
    // JSON has no line breaks, so that one line of data is enough.
    let bytes = Array("id: \(position)\nevent: \(name)\ndata: ".utf8) + data + Array("\n\n".utf8)
    self.init(bytes: bytes, chatt: chatt)
  }

  func isShown(by filter: ChattFilter) -> Bool { chatt.map(filter.shows) ?? true }
}

extension EventBatch {
  /// Moves a position past the changes, and returns their events.
  func events(movingPast position: inout EventPosition) -> [EncodedEvent] {
    var events: [EncodedEvent] = []
    for (index, change) in changes.enumerated() {
      let isLast =
        index + 1 < changes.count
        ? changes[index + 1].transaction != change.transaction : isComplete
      position.advance(to: change, isLast: isLast, horizon: horizon)
      if let event = EncodedEvent(change, at: position) { events.append(event) }
    }
    // Transactions without events count as seen.
    if isComplete { position = EventPosition(epoch: epoch, seen: horizon) }
    return events
  }
}
