internal import EventLoop

/// Closing and resetting a socket, and interrupting its waiters.
extension SocketStream {
  public func close() {
    endOutput()
    loop.detach(registration)
    guard let descriptor = descriptor.take() else { return }
    guard let closingSockets, failure == nil else { return }
    closingSockets.close(descriptor, of: peer)
  }

  /// Aborts the connection: drops the bytes that the peer has not accepted, and resets it (RFC 9293
  /// section 3.5.2).
  public func reset() {
    if descriptor != nil { ClosingSockets.makeReset(number) }
    endOutput()
    loop.detach(registration)
    descriptor = nil
  }

  /// A function that ends the wait of the current read, or else of the next one, as if its deadline
  /// had passed. Any thread may call it.
  public var interruptRead: @Sendable () -> Void {
    { [loop, registration] in loop.interrupt(.read, on: registration) }
  }

  /// A function that ends the wait of the current write, or else of the next one, in the same way.
  public var interruptWrite: @Sendable () -> Void {
    { [loop, registration] in loop.interrupt(.write, on: registration) }
  }

  /// The number of bytes that the peer's kernel has not acknowledged (tcp(7), SIOCOUTQ).
  public var unsentByteCount: Int {
    descriptor == nil ? 0 : ClosingSockets.unsentByteCount(number)
  }
}
