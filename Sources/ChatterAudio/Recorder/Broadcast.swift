/// Sends elements to several streams; each receives all elements sent after its creation.
@MainActor
final class Broadcast<Element: Sendable> {
  /// Maximum number of streams; creating another one ends the oldest.
  static var listenersMax: Int { 16 }

  /// Maximum number of elements buffered per stream by default.
  static var bufferedMax: Int { 64 }

  /// Maximum number of elements buffered per stream; beyond it, the oldest is dropped.
  private let bufferedMax: Int

  private var listeners: [(id: Int, continuation: AsyncStream<Element>.Continuation)] = []
  private var nextID = 0

  init(bufferedMax: Int = Broadcast.bufferedMax) { self.bufferedMax = bufferedMax }

  /// Returns a stream of the elements sent from now on.
  func stream() -> AsyncStream<Element> {
    if listeners.count == Self.listenersMax { listeners.removeFirst().continuation.finish() }
    let (stream, continuation) = AsyncStream.makeStream(
      of: Element.self, bufferingPolicy: .bufferingNewest(bufferedMax))
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

  func finish() {
    let ended = listeners
    listeners = []
    for listener in ended { listener.continuation.finish() }
  }

  isolated deinit { finish() }
}
