import System

/// Counts the chunks that were read and are still in use. The reading thread waits while there are
/// too many, so that a fast pipe fills up instead of the memory.
final class ReadAhead: Sendable {
  static let chunksMax = 64

  private let count = Lock(0)
  private let wake: @Sendable () -> Void

  /// - Parameter wake: Called when the count falls below the maximum again.
  init(wake: @escaping @Sendable () -> Void) { self.wake = wake }

  var isFull: Bool { count.withLock { $0 >= Self.chunksMax } }

  /// Counts a chunk until the returned object is released.
  func acquire() -> ReadAheadToken {
    count.withLock { $0 += 1 }
    return ReadAheadToken(self)
  }

  fileprivate func release() {
    let wasFull = count.withLock { count in
      count -= 1
      return count == Self.chunksMax - 1
    }
    if wasFull { wake() }
  }
}

/// A chunk in use; releasing the object uncounts it.
final class ReadAheadToken: Equatable, Sendable {
  private let ahead: ReadAhead

  fileprivate init(_ ahead: ReadAhead) { self.ahead = ahead }

  deinit { ahead.release() }

  static func == (one: ReadAheadToken, other: ReadAheadToken) -> Bool { one === other }
}
