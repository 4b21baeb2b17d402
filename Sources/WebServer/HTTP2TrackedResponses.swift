internal import HTTP
internal import Sockets

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
