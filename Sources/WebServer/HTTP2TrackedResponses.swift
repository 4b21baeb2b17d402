public import HTTP
public import Sockets
internal import System

/// The responses of one HTTP/2 connection that their apps track, until they are sent.
///
/// Until a stream is over, the session may hold some of its response; after that all of it is in
/// the output. A response whose stream is cut before that was not sent.
struct HTTP2TrackedResponses {
  /// Maximum number of sent responses whose streams the peer may still reset: the newest ones.
  static let refusableMax = 8

  private typealias Response = (stream: Int32, tracking: TrackedResponse)

  private var open: [Int32: TrackedResponse] = [:]
  /// Responses in the output that is not written yet.
  private var written: [Response] = []
  private var sent: [Response] = []

  /// Adds a response that is about to be passed to the session.
  mutating func add(_ tracking: TrackedResponse, on stream: Int32) {
    open[stream] = tracking
  }

  /// Records that a stream is over: its response is completely in the output, or was cut.
  mutating func streamEnded(_ stream: Int32, isCut: Bool) {
    guard !open.isEmpty, let tracking = open.removeValue(forKey: stream), !isCut else { return }
    written.append((stream, tracking))
  }

  /// Records that all output has been passed to the socket.
  mutating func outputWritten(to socket: SocketStream) {
    guard !written.isEmpty else { return }
    for response in written {
      response.tracking.wasSent(over: socket)
      if sent.count == Self.refusableMax { sent.removeFirst() }
      sent.append(response)
    }
    written.removeAll(keepingCapacity: true)
  }

  /// Records that the peer has reset a stream that was over: it abandoned the response before its
  /// arrival.
  mutating func streamRefused(_ stream: Int32) {
    written.removeAll { $0.stream == stream }
    guard let index = sent.firstIndex(where: { $0.stream == stream }) else { return }
    let tracking = sent.remove(at: index).tracking
    tracking.observer.responseRefused(tracking.number)
  }
}

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
