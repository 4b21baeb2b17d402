internal import EventLoop
public import HTTP
public import Sockets

extension SentOutput: AcknowledgedOutput {
  /// Whether the peer has acknowledged the first `byteCount` bytes of the output.
  public func acknowledgement(ofFirst byteCount: UInt64) -> Acknowledgement {
    let acknowledged = acknowledged
    if acknowledged.byteCount >= byteCount { return .complete }
    return acknowledged.isOpen ? .pending : .lost
  }
}

extension TrackedResponse {
  /// Reports that all bytes of the response were sent, unless the peer had already ended its side.
  func wasSent(over socket: SocketStream) {
    guard !socket.hasPeerEnded else { return }
    observer.responseSent(number, ResponseEnd(of: socket.sentOutput, at: socket.sentByteCount))
  }
}

extension SocketStream {
  /// How long a peer may delay an acknowledgement (RFC 9293, section 3.8.6.3).
  private static let acknowledgementTimeout = Duration.milliseconds(500)

  /// Waits until the peer has acknowledged what was sent, before the connection ends.
  ///
  /// A peer that closes its socket after the response, and has not read the end of the connection
  /// that came with it, resets the connection, and then acknowledges nothing.
  func awaitAcknowledgement() async {
    let end = Deadline.after(Self.acknowledgementTimeout)
    var interval = Duration.milliseconds(1)
    while unsentByteCount > 0, !hasPeerEnded, !end.hasPassed {
      guard (try? await loop.sleep(until: .after(interval))) != nil else { return }
      interval *= 2
    }
  }
}
