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
