internal import Sockets

/// How much memory the encoded rows of getaudio take, and what gives way when it is too much: the
/// oldest, since every reader begins, and most stop reading, at the newest.
///
/// It counts what is added, and looks at the rows themselves only when that comes to more than it
/// may be.
final class ClipBudget: Sendable {
  /// Making room leaves this part of the budget free, so that it is seldom made.
  private static let spareShare = 8

  let bytesMax: Int
  private let countedBytes = Lock(0)

  init(bytesMax: Int) {
    precondition(bytesMax >= 0)
    self.bytesMax = bytesMax
  }

  /// Whether so many more bytes may be kept.
  func hasRoom(for byteCount: Int) -> Bool {
    countedBytes.withLock { bytesMax - $0 >= byteCount }
  }

  /// Counts bytes that are to be kept, if there is room for them.
  ///
  /// - Returns: whether there is.
  func take(_ byteCount: Int) -> Bool {
    countedBytes.withLock { counted in
      guard bytesMax - counted >= byteCount else { return false }
      counted += byteCount
      return true
    }
  }

  /// Counts bytes that are kept now.
  func add(_ byteCount: Int) {
    countedBytes.withLock { $0 += byteCount }
  }

  /// Lets go of the oldest rows, if they must give way to so many bytes of new ones.
  func makeRoom(for byteCount: Int, in segments: [AudioSegment]) {
    if !hasRoom(for: min(byteCount, bytesMax)) {
      recount(segments, leavingRoomFor: min(byteCount, bytesMax))
    }
  }

  /// Looks at the rows themselves, and lets go of the oldest that are too many.
  ///
  /// - Parameter segments: oldest first.
  func recount(_ segments: [AudioSegment], leavingRoomFor byteCount: Int = 0) {
    var bytes = segments.reduce(0) { $0 + $1.residentBytes }
    if bytes + byteCount > bytesMax {
      let goal = max(0, bytesMax - byteCount - bytesMax / Self.spareShare)
      for segment in segments where bytes > goal { bytes -= segment.evict() }
    }
    let counted = bytes
    countedBytes.withLock { $0 = counted }
  }
}
