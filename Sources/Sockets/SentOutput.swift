private import CLinux
private import Synchronization
internal import System

/// The output of one socket. Any thread can read how much of it the peer's kernel has acknowledged.
///
/// It outlives the socket, and then reports the bytes that were acknowledged when the socket ended.
public final class SentOutput: Sendable {
  private enum State {
    /// The number of the socket's descriptor, which stays open while this lock is held.
    case open(descriptor: Int32)
    case ended(acknowledgedByteCount: UInt64)
  }

  private let sentBytes: Atomic<UInt64>
  private let state: Lock<State>

  init(of descriptor: Int32, sentByteCount: UInt64) {
    sentBytes = Atomic(sentByteCount)
    state = Lock(.open(descriptor: descriptor))
  }

  /// The number of bytes that the kernel has accepted for sending.
  var sentByteCount: UInt64 {
    get { sentBytes.load(ordering: .acquiring) }
    set { sentBytes.store(newValue, ordering: .releasing) }
  }

  /// Records the bytes that are acknowledged now. Call this before the descriptor is closed.
  func end() {
    state.withLock { state in
      guard case .open(let descriptor) = state else { return }
      state = .ended(
        acknowledgedByteCount: Self.acknowledgedByteCount(ofSent: sentByteCount, on: descriptor))
    }
  }

  /// The number of sent bytes that the peer's kernel has acknowledged, and whether the socket is
  /// open.
  public var acknowledged: (byteCount: UInt64, isOpen: Bool) {
    state.withLock { state in
      switch state {
      // Bytes sent between the two counts can only make the result too small.
      case .open(let descriptor):
        (Self.acknowledgedByteCount(ofSent: sentByteCount, on: descriptor), true)
      case .ended(let byteCount): (byteCount, false)
      }
    }
  }

  /// Returns how many of `byteCount` sent bytes are no longer in the kernel's queue (tcp(7),
  /// SIOCOUTQ).
  static func acknowledgedByteCount(ofSent byteCount: UInt64, on descriptor: Int32) -> UInt64 {
    // A socket that is not TCP (such as a socket pair in a test) may not report the count.
    guard let count = try? systemCall({ clinux_unacknowledged(descriptor) }) else { return 0 }
    return byteCount - min(byteCount, UInt64(count))
  }
}
