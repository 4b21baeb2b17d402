internal import EventLoop

/// The bytes that the peer's kernel has acknowledged, and whether the peer has ended.
extension SocketStream {
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
