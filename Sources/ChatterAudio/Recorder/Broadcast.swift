/// Tells several tasks of the same things; each gets all from when it asked.
@MainActor
final class Broadcast<Element: Sendable> {
  /// How many may listen; one more, and the first of them hears no more.
  static var listenersMax: Int { 16 }

  /// How much waits for one that does not read; then the oldest is dropped.
  static var bufferedMax: Int { 64 }

  private var listeners: [(id: Int, continuation: AsyncStream<Element>.Continuation)] = []
  private var nextID = 0

  /// What is sent from now on.
  func stream() -> AsyncStream<Element> {
    if listeners.count == Self.listenersMax { listeners.removeFirst().continuation.finish() }
    let (stream, continuation) = AsyncStream.makeStream(
      of: Element.self, bufferingPolicy: .bufferingNewest(Self.bufferedMax))
    let id = nextID
    nextID += 1
    listeners.append((id, continuation))
    continuation.onTermination = { [weak self] _ in
      Task { @MainActor in self?.listeners.removeAll { $0.id == id } }
    }
    return stream
  }

  func send(_ element: Element) {
    for listener in listeners { listener.continuation.yield(element) }
  }

  /// Ends the streams that there are.
  func finish() {
    let ended = listeners
    listeners = []
    for listener in ended { listener.continuation.finish() }
  }

  isolated deinit { finish() }
}
