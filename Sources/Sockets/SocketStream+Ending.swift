private import CLinux

/// How a socket ends, and how those that wait on it are interrupted.
extension SocketStream {
  public func close() {
    endOutput()
    loop.detach(registration)
    guard let descriptor = descriptor.take() else { return }
    guard let closeTimeout, failure == nil else { return }
    loop.close(descriptor, of: peer, until: .after(closeTimeout))
  }

  /// Gives up the peer: what it has not taken is dropped, and it sees a reset (RFC 9293 section
  /// 3.5.2).
  public func reset() {
    if descriptor != nil { ClosingSockets.makeReset(number) }
    endOutput()
    loop.detach(registration)
    descriptor = nil
  }

  /// Ends the wait of a read that is under way, or the next one, as if its deadline had passed; it
  /// may be called on any thread.
  public var interruptRead: @Sendable () -> Void {
    { [loop, registration] in loop.interrupt(.read, on: registration) }
  }

  /// The same for a write.
  public var interruptWrite: @Sendable () -> Void {
    { [loop, registration] in loop.interrupt(.write, on: registration) }
  }

  /// Bytes that the peer's kernel has not acknowledged (tcp(7), SIOCOUTQ).
  public var unsentByteCount: Int {
    guard descriptor != nil else { return 0 }
    return max(0, Int(clinux_unacknowledged(number)))
  }
}
