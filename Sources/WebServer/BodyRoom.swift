internal import HTTP
private import Synchronization

/// The memory for request bodies of all connections of a server.
final class BodyRoom: Sendable {
  /// So much of each body is not counted: there are not more of these than connections.
  static let freeBytes = 64 * 1024

  private let bytesMax: Int
  private let held = Atomic<Int>(0)

  init(bytesMax: Int) { self.bytesMax = bytesMax }

  /// How many bytes are held now.
  var heldBytes: Int { held.load(ordering: .relaxed) }

  /// Takes room for bytes; false, and nothing is taken, where there is none.
  func take(_ count: Int) -> Bool {
    guard held.add(count, ordering: .relaxed).newValue > bytesMax else { return true }
    give(count)
    return false
  }

  func give(_ count: Int) { held.subtract(count, ordering: .relaxed) }
}

/// What one body holds of that.
struct BodyShare: ~Copyable {
  private let room: BodyRoom
  private var bytes = 0
  private var counted = 0

  init(of room: BodyRoom) { self.room = room }

  deinit { if counted > 0 { room.give(counted) } }

  mutating func take(_ count: Int) throws(RequestBodyError) {
    let more = max(0, bytes + count - max(bytes, BodyRoom.freeBytes))
    guard more == 0 || room.take(more) else { throw .noRoom }
    bytes += count
    counted += more
  }
}
