import System

/// Logs a warning that may occur thousands of times a second at most once per period, with a count.
///
/// The first occurrence is logged immediately. A timer runs only until a period passes without any.
final class LimitedWarning: Sendable {
  private let loop: EventLoop
  private let period: Duration
  private let write: @Sendable (_ count: Int, _ reason: String) -> Void
  /// The number of occurrences since the last line and the latest reason; nil if no timer runs.
  private let unwritten = Lock<(count: Int, reason: String)?>(nil)

  /// - Parameter write: Receives the occurrences since the last line and the latest reason.
  init(
    on loop: EventLoop, period: Duration = .seconds(1),
    write: @escaping @Sendable (Int, String) -> Void
  ) {
    self.loop = loop
    self.period = period
    self.write = write
  }

  /// Records an occurrence; may be called on any thread.
  func record(_ reason: String) {
    let isFirst = unwritten.withLock { unwritten in
      defer { unwritten = (unwritten.map { $0.count + 1 } ?? 0, reason) }
      return unwritten == nil
    }
    guard isFirst else { return }
    write(1, reason)
    Task(executorPreference: loop) { await self.writeRest() }
  }

  private func writeRest() async {
    while (try? await loop.sleep(until: .after(period))) != nil {
      let rest = unwritten.withLock { unwritten in
        let rest = unwritten.flatMap { $0.count > 0 ? $0 : nil }
        unwritten = rest == nil ? nil : (0, "")
        return rest
      }
      guard let rest else { return }
      write(rest.count, rest.reason)
    }
  }
}
