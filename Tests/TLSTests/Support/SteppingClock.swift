import EventLoop
import Foundation

enum UnixTime {
  static var secondsSince1970: Int64 { Int64(Date().timeIntervalSince1970) }
}

/// A clock that changes only when a test advances it.
final class SteppingClock: Sendable {
  private let time = Lock(Duration.zero)

  var now: Duration { time.withLock { $0 } }

  func advance(by duration: Duration) { time.withLock { $0 += duration } }
}
