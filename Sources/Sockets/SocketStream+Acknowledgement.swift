/// What the peer's kernel has acknowledged, and whether the peer has ended.
extension SocketStream {
  /// How many of the sent bytes the peer's kernel has acknowledged; 0 after `close`.
  var acknowledgedByteCount: UInt64 {
    guard descriptor != nil else { return 0 }
    return SentOutput.acknowledgedByteCount(ofSent: sentByteCount, on: number)
  }

  /// This stream's output, to look up later, and on any thread, what of it was acknowledged.
  public var sentOutput: SentOutput {
    if let output { return output }
    let output = SentOutput(of: number, sentByteCount: sentByteCount)
    self.output = output
    return output
  }

  /// Notes what is acknowledged at the end, if anybody can still ask for it.
  func endOutput() {
    if !isKnownUniquelyReferenced(&output) { output?.end() }
    output = nil
  }

  /// Whether the peer is known to send nothing more, or the connection to have failed, whatever is
  /// still unread. It is as new as the last events that the loop has taken from the kernel.
  public var hasPeerEnded: Bool {
    guard descriptor != nil, failure == nil else { return true }
    return loop.table.hasEnded(registration)
  }
}
