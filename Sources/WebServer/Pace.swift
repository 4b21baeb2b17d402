internal import Sockets

/// Until when bytes must move that one side waits for: a time for the first of them, and more for
/// each second's worth that has come, but never more from now on than a longest time. What came at a
/// stroke does not buy hours in which nothing comes.
struct Pace {
  private let patience: Duration
  private let bytesPerSecondMin: Int
  private let stallMax: Duration
  private var limit: Deadline?
  private var secondsCounted = 0

  /// - Parameter stallMax: how long nothing may move however much has; `patience` where it is nil.
  init(patience: Duration, bytesPerSecondMin: Int, stallMax: Duration? = nil) {
    self.patience = patience
    self.stallMax = max(patience, stallMax ?? patience)
    self.bytesPerSecondMin = bytesPerSecondMin
  }

  /// The deadline once so many bytes have moved since the first call.
  mutating func deadline(after bytes: Int, now: Deadline = .now) -> Deadline {
    let seconds = bytes / bytesPerSecondMin
    let earned = Duration.seconds(max(0, seconds - secondsCounted))
    secondsCounted = max(secondsCounted, seconds)
    let begun = limit ?? now.advanced(by: patience)
    let deadline = min(now.advanced(by: stallMax), begun.advanced(by: earned))
    limit = deadline
    return deadline
  }
}
