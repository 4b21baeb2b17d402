private import CLinux
public import System

/// Sockets of one loop that were closed while the kernel still had bytes for their peers.
///
/// After close(2) alone, the kernel would keep these bytes for as long as the peer acknowledges an
/// occasional probe. Here the wait has a limit. After it, the socket is reset and its memory is
/// freed.
///
/// It lives on the loop, and reads the number of unsent bytes periodically while it has sockets.
public final class ClosingSockets {
  /// Maximum number of sockets. Adding one more resets the oldest.
  static let countMax = 256
  /// Maximum number of sockets whose peers have the same address. Adding one more resets the oldest
  /// of them.
  static let countPerAddressMax = 32
  /// How often the unsent bytes are polled while there is at least one socket.
  static let checkInterval = Duration.milliseconds(250)

  private struct Entry {
    let descriptor: Int32
    let address: String
    let deadline: Deadline
  }

  private let loop: EventLoop
  private let timeout: Duration
  /// The entries, oldest first.
  private var entries: [Entry] = []
  private var isChecking = false

  /// Creates an object without sockets. A peer may take up to the timeout to acknowledge what was
  /// sent to it.
  public init(on loop: EventLoop, timeout: Duration) {
    self.loop = loop
    self.timeout = timeout
  }

  var count: Int { entries.count }

  /// Closes a socket at once if the kernel has few bytes for its peer, and otherwise keeps it.
  func close(_ descriptor: consuming FileDescriptor, of peer: SocketAddress) {
    guard Self.unsentByteCount(descriptor.number) > SocketStream.unsentBytesMin else { return }
    // The end of the stream follows the queued bytes.
    _ = shutdown(descriptor.number, Int32(SHUT_WR))
    let address = peer.hostText
    let others = entries.indices.filter { entries[$0].address == address }
    if others.count >= Self.countPerAddressMax {
      reset(at: others[0])
    } else if entries.count >= Self.countMax {
      reset(at: 0)
    }
    entries.append(
      Entry(descriptor: descriptor.number, address: address, deadline: .after(timeout)))
    descriptor.disown()
    guard !isChecking else { return }
    isChecking = true
    loop.start(self) { await $0.checkPeriodically() }
  }

  private func checkPeriodically() async {
    defer { isChecking = false }
    while !entries.isEmpty {
      do throws(WaitError) {
        try await loop.sleep(until: .after(Self.checkInterval))
      } catch {
        return closeAll()
      }
      check(now: .now)
    }
  }

  /// Closes the sockets whose bytes are acknowledged, and resets those whose deadline has passed.
  private func check(now: Deadline) {
    entries.removeAll { entry in
      let isDone = Self.unsentByteCount(entry.descriptor) == 0
      guard isDone || entry.deadline <= now else { return false }
      let descriptor = FileDescriptor(owning: entry.descriptor)
      if !isDone { Self.makeReset(descriptor.number) }
      return true
    }
  }

  /// Closes all sockets and leaves their bytes to the kernel, because the loop ends.
  private func closeAll() {
    for entry in entries { _ = FileDescriptor(owning: entry.descriptor) }
    entries = []
  }

  private func reset(at index: Int) {
    let descriptor = FileDescriptor(owning: entries.remove(at: index).descriptor)
    Self.makeReset(descriptor.number)
  }

  /// Makes close(2) drop the bytes that the kernel has for the peer, and reset the connection
  /// (socket(7), SO_LINGER).
  static func makeReset(_ descriptor: Int32) {
    var linger = linger(l_onoff: 1, l_linger: 0)
    _ = unsafe setsockopt(
      descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<linger>.size))
  }

  /// The number of bytes that the peer's kernel has not acknowledged (tcp(7), SIOCOUTQ); 0 for a
  /// socket that is not TCP.
  static func unsentByteCount(_ descriptor: Int32) -> Int {
    max(0, Int(clinux_unacknowledged(descriptor)))
  }
}
