private import CLinux
private import Synchronization

/// The output of one socket, of which any thread can look up how much the peer's kernel has
/// acknowledged. It outlives the socket and then reports what was acknowledged at its end.
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

  /// Bytes that the kernel has taken to send them.
  var sentByteCount: UInt64 {
    get { sentBytes.load(ordering: .acquiring) }
    set { sentBytes.store(newValue, ordering: .releasing) }
  }

  /// Notes what is acknowledged now. It must be called before the descriptor is closed.
  func end() {
    state.withLock { state in
      guard case .open(let descriptor) = state else { return }
      state = .ended(
        acknowledgedByteCount: Self.acknowledgedByteCount(ofSent: sentByteCount, on: descriptor))
    }
  }

  /// How many of the sent bytes the peer's kernel has acknowledged, and whether the socket is open.
  public var acknowledged: (byteCount: UInt64, isOpen: Bool) {
    state.withLock { state in
      switch state {
      // What is sent between the two counts can only make the result too small.
      case .open(let descriptor):
        (Self.acknowledgedByteCount(ofSent: sentByteCount, on: descriptor), true)
      case .ended(let byteCount): (byteCount, false)
      }
    }
  }

  /// What of `byteCount` sent bytes is no longer in the kernel's queue (tcp(7), SIOCOUTQ).
  static func acknowledgedByteCount(ofSent byteCount: UInt64, on descriptor: Int32) -> UInt64 {
    // A socket that is not TCP's (a test's pair) may not report it.
    guard let count = try? systemCall({ clinux_unacknowledged(descriptor) }) else { return 0 }
    return byteCount - min(byteCount, UInt64(count))
  }
}
