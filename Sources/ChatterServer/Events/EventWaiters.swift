internal import System

/// The streams of one loop that have sent everything. It lives on that loop.
final class EventWaiters {
  /// Maximum number of streams that are woken at once: other connections take turns with them.
  private static let wokenMax = 64

  let loop: EventLoop
  private var calls: [() -> Void] = []

  init(on loop: EventLoop) {
    self.loop = loop
  }

  /// Makes a call when the log has new events.
  func add(_ call: @escaping () -> Void) { calls.append(call) }

  func wakeAll() async {
    var rest = calls[...]
    calls = []
    while !rest.isEmpty {
      for call in rest.prefix(Self.wokenMax) { call() }
      rest = rest.dropFirst(Self.wokenMax)
      if !rest.isEmpty { try? await loop.nextTick() }
    }
  }
}

/// What the event streams of one loop share. It lives on that loop.
public final class EventSource {
  let feed: EventFeed
  let waiters: EventWaiters

  init(_ feed: EventFeed, _ waiters: EventWaiters) {
    (self.feed, self.waiters) = (feed, waiters)
  }
}
