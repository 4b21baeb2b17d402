import Threads

/// How much of what was read is still held by somebody: the thread that reads waits while that is
/// too much, so that a fast pipe fills itself and not the memory.
final class ReadAhead: Sendable {
  /// So many pieces are read before one of them is let go.
  static let piecesMax = 64

  private let count = Lock(0)
  private let wake: @Sendable () -> Void

  /// - Parameter wake: told when there is room again.
  init(wake: @escaping @Sendable () -> Void) { self.wake = wake }

  var isFull: Bool { count.withLock { $0 >= Self.piecesMax } }

  /// Counts a piece until its object goes.
  func hold() -> HeldPiece {
    count.withLock { $0 += 1 }
    return HeldPiece(self)
  }

  fileprivate func release() {
    let wasFull = count.withLock { count in
      count -= 1
      return count == Self.piecesMax - 1
    }
    if wasFull { wake() }
  }
}

/// A piece of what was read, for as long as somebody holds it: it goes with what was done with it.
final class HeldPiece: Equatable, Sendable {
  private let ahead: ReadAhead

  fileprivate init(_ ahead: ReadAhead) { self.ahead = ahead }

  deinit { ahead.release() }

  static func == (one: HeldPiece, other: HeldPiece) -> Bool { one === other }
}
