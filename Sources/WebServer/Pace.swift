internal import Sockets

/// Until when bytes must move that one side waits for: a time for the first of them, and more for
/// each second's worth that has come.
struct Pace {
  private let patience: Duration
  private let bytesPerSecondMin: Int
  private var began: Deadline?

  init(patience: Duration, bytesPerSecondMin: Int) {
    self.patience = patience
    self.bytesPerSecondMin = bytesPerSecondMin
  }

  /// The deadline once so many bytes have moved since the first call.
  mutating func deadline(after bytes: Int) -> Deadline {
    let start = began ?? .now
    began = start
    return start.advanced(by: patience + .seconds(bytes / bytesPerSecondMin))
  }
}
