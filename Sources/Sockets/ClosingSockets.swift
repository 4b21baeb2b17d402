private import CLinux

/// Sockets of one loop that were closed while the kernel still had bytes for their peers.
///
/// close(2) would leave such bytes to the kernel for as long as the peer acknowledges a probe now
/// and then. Here they are waited for within a limit; then the socket is reset, and its memory is
/// free.
struct ClosingSockets {
  /// Sockets at one time; one more, and the oldest is reset.
  static let countMax = 256
  /// Sockets at one time whose peers have one address; one more, and the oldest of them is reset.
  static let countPerAddressMax = 32
  /// How often it is asked whether the bytes are gone, while there is a socket at all.
  static let checkInterval = Duration.milliseconds(250)

  private struct Entry {
    let descriptor: Int32
    let address: String
    let deadline: Deadline
  }

  /// The oldest first.
  private var entries: [Entry] = []

  var count: Int { entries.count }

  /// Closes a socket at once where the kernel has few bytes for its peer, and keeps it else.
  mutating func close(
    _ descriptor: consuming FileDescriptor, of peer: SocketAddress, until deadline: Deadline
  ) {
    guard Self.unsentByteCount(descriptor.number) > SocketStream.unsentBytesMin else { return }
    // What is queued is followed by the end of the stream.
    _ = shutdown(descriptor.number, Int32(SHUT_WR))
    let address = peer.hostText
    let others = entries.indices.filter { entries[$0].address == address }
    if others.count >= Self.countPerAddressMax {
      reset(at: others[0])
    } else if entries.count >= Self.countMax {
      reset(at: 0)
    }
    entries.append(
      Entry(descriptor: descriptor.number, address: address, deadline: deadline))
    descriptor.disown()
  }

  /// Closes those whose bytes are acknowledged, and resets those whose time is up.
  mutating func check(now: Deadline) {
    entries.removeAll { entry in
      let isDone = Self.unsentByteCount(entry.descriptor) == 0
      guard isDone || entry.deadline <= now else { return false }
      let descriptor = FileDescriptor(owning: entry.descriptor)
      if !isDone { Self.makeReset(descriptor.number) }
      return true
    }
  }

  /// Leaves all of them to the kernel: the loop ends.
  mutating func closeAll() {
    for entry in entries { _ = FileDescriptor(owning: entry.descriptor) }
    entries = []
  }

  private mutating func reset(at index: Int) {
    let descriptor = FileDescriptor(owning: entries.remove(at: index).descriptor)
    Self.makeReset(descriptor.number)
  }

  /// Makes close(2) drop what the kernel has for the peer, and reset the connection (socket(7),
  /// SO_LINGER).
  static func makeReset(_ descriptor: Int32) {
    var linger = linger(l_onoff: 1, l_linger: 0)
    _ = unsafe setsockopt(
      descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<linger>.size))
  }

  /// Bytes that the peer's kernel has not acknowledged (tcp(7), SIOCOUTQ); 0 for what is not TCP.
  private static func unsentByteCount(_ descriptor: Int32) -> Int {
    max(0, Int(clinux_unacknowledged(descriptor)))
  }
}
