internal import System

/// Closing and resetting a socket, interrupting its waiters, and what its peer has acknowledged.
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

  /// Returns whether at most `unsentBytesMin` bytes are not acknowledged. It asks the kernel only
  /// if more could be, by what was sent since it last asked.
  public func hasFewUnsentBytes() -> Bool {
    let sentSince = Int(clamping: sentByteCount - lastUnsent.ofSent)
    if lastUnsent.count + sentSince <= Self.unsentBytesMin { return true }
    lastUnsent = (unsentByteCount, sentByteCount)
    return lastUnsent.count <= Self.unsentBytesMin
  }

  /// The number of sent bytes that the peer's kernel has acknowledged; 0 after `close`.
  var acknowledgedByteCount: UInt64 {
    guard descriptor != nil else { return 0 }
    return SentOutput.acknowledgedByteCount(ofSent: sentByteCount, on: number)
  }

  /// The output of this stream, from which any thread can later read how much was acknowledged.
  public var sentOutput: SentOutput {
    if let output { return output }
    let output = SentOutput(of: number, sentByteCount: sentByteCount)
    self.output = output
    return output
  }

  /// Records the bytes that are acknowledged at the end, if the output is still referenced
  /// elsewhere.
  func endOutput() {
    if !isKnownUniquelyReferenced(&output) { output?.end() }
    output = nil
  }

  /// Whether the peer is known to send nothing more, or the connection to have failed, regardless
  /// of unread bytes.
  ///
  /// It is as recent as the last events that the loop has taken from the kernel.
  public var hasPeerEnded: Bool {
    guard descriptor != nil, failure == nil else { return true }
    return loop.hasEnded(registration)
  }
}
