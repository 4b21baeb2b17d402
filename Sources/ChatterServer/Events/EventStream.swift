internal import ChatterStore
internal import HTTP
internal import System

/// The body of a response with live updates: what a client missed, then what happens.
final class EventStream: WaitingResponseStream {
  private enum Phase {
    case beginning(since: EventPosition?, isReset: Bool)
    /// Reads from the database what the client missed up to the point.
    case replaying(EventPosition)
    /// Reads the events of the log from this number on.
    case live(Int)
  }

  private let point: EventFeed.Point
  private let filter: ChattFilter
  private let source: EventSource
  private let chatts: any ChattSource
  private let client: String
  private let ticket: EventTicket
  /// Signaled when the log has new events, for connections that wait in a task.
  private lazy var woken = AsyncEvent(on: source.waiters.loop)
  private var phase: Phase
  /// Bytes from the log that `next` returns first.
  private var taken: [UInt8] = []

  /// Creates a stream from the text of the client's position, nil to start now, and a point that
  /// the server reached after the request.
  init(
    since position: String?, _ point: EventFeed.Point, _ filter: ChattFilter,
    of source: EventSource, from chatts: any ChattSource, for client: String,
    _ ticket: EventTicket
  ) {
    (self.point, self.filter, self.source) = (point, filter, source)
    (self.chatts, self.client, self.ticket) = (chatts, client, ticket)
    let since = position.flatMap { EventPosition(text: $0) }
    let isKnown =
      since.map { $0.epoch == point.position.epoch && $0.isCovered(by: point.position.seen) }
      ?? false
    phase = .beginning(since: isKnown ? since : nil, isReset: position != nil && !isKnown)
  }

  func next() async throws -> ArraySlice<UInt8>? {
    while true {
      switch phase {
      case .beginning(let since, let isReset):
        phase = since.map { .replaying($0) } ?? .live(point.number)
        let reset = isReset ? EncodedEvent.reset(at: point.position).bytes : []
        return (EncodedEvent.beginning(at: since ?? point.position) + reset)[...]
      case .replaying(let position):
        let bytes = try await replay(from: position)
        if !bytes.isEmpty { return bytes[...] }
      case .live:
        guard isContinued() else { return nil }
        if !taken.isEmpty {
          defer { taken = [] }
          return taken[...]
        }
        source.waiters.add(woken.signal)
        try await woken.wait()
      }
    }
  }

  /// Takes bytes from the log if there are any; returns false at the end of the stream.
  private func isContinued() -> Bool {
    guard case .live(let number) = phase, taken.isEmpty else { return true }
    guard let part = source.feed.bytes(from: number, for: filter) else { return false }
    phase = .live(part.next)
    taken = part.bytes
    return true
  }

  var isWaiting: Bool {
    guard case .live = phase else { return false }
    return isContinued() && taken.isEmpty
  }

  func whenReady(_ call: @escaping () -> Void) {
    if isWaiting { source.waiters.add(call) } else { call() }
  }

  private func replay(from position: EventPosition) async throws -> [UInt8] {
    let batch = try await chatts.changes(
      since: position, upTo: point.position.seen, for: client)
    guard batch.continues(position) else {
      phase = .live(point.number)
      return EncodedEvent.reset(at: point.position).bytes
    }
    var position = position
    let events = batch.events(movingPast: &position)
    phase = batch.isComplete ? .live(point.number) : .replaying(position)
    return events.filter { $0.isShown(by: filter) }.flatMap(\.bytes)
  }
}
