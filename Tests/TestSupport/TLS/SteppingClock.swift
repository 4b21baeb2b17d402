import Foundation
import System

package enum UnixTime {
  package static var secondsSince1970: Int64 { Int64(Date().timeIntervalSince1970) }
}

/// A clock that changes only when a test advances it.
package final class SteppingClock: Sendable {
  private let time = Lock(Duration.zero)

  package init() {}

  package var now: Duration { time.withLock { $0 } }

  package func advance(by duration: Duration) { time.withLock { $0 += duration } }
}
