internal import Sockets

/// How much memory the encoded rows of getaudio take, and what gives way when it is too much: the
/// oldest, since every reader begins, and most stop reading, at the newest.
///
/// What is kept is counted when it comes and when it goes; so is a clip that is being put together.
final class ClipBudget: Sendable {
  /// Making room leaves this part of the budget free, so that it is seldom made.
  private static let spareShare = 8

  let bytesMax: Int
  private let counted = Lock(0)

  init(bytesMax: Int) {
    precondition(bytesMax >= 0)
    self.bytesMax = bytesMax
  }

  /// How many bytes are kept.
  var countedBytes: Int { counted.withLock { $0 } }

  /// Whether so many more bytes may be kept.
  func hasRoom(for byteCount: Int) -> Bool { bytesMax - countedBytes >= byteCount }

  /// Counts bytes that are to be kept, if there is room for them.
  ///
  /// - Returns: whether there is.
  func take(_ byteCount: Int) -> Bool {
    counted.withLock { counted in
      guard bytesMax - counted >= byteCount else { return false }
      counted += byteCount
      return true
    }
  }

  /// Counts bytes that are kept now; less than none are kept no more.
  func add(_ byteCount: Int) {
    counted.withLock { $0 += byteCount }
  }

  /// Lets go of the oldest rows, if they must give way to so many bytes of new ones.
  ///
  /// - Parameter segments: oldest first.
  func makeRoom(for byteCount: Int = 0, in segments: [AudioSegment]) {
    let wanted = min(byteCount, bytesMax)
    guard !hasRoom(for: wanted) else { return }
    let goal = max(0, bytesMax - wanted - bytesMax / Self.spareShare)
    for segment in segments {
      guard countedBytes > goal else { return }
      add(-segment.evict())
    }
  }
}
