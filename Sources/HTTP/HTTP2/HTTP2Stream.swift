/// One exchange of a connection: the received request and the response to send.
final class HTTP2Stream {
  /// The progress of the response.
  enum ResponseState: Equatable {
    case none
    /// The body is not complete; `remaining` is the number of bytes still missing if the length was
    /// announced.
    case open(remaining: Int?)
    /// The whole response is in the session; the peer may not have accepted all of it.
    case complete
  }

  let id: Int32

  // The request.
  /// Reads the head, and later the trailers, while their fields arrive.
  var reader: RequestHeadReader?
  /// Whether the head has been passed to the caller.
  var isRequest = false
  var isHead = false
  var announcedBytes: Int?
  var awaitsContinue = false
  /// Body data that the app has not read.
  var received: [UInt8] = []
  var receivedBytes = 0
  var requestEnded = false
  /// Whether the rest of the body is discarded.
  var isDropping = false
  /// Whether the app waits for `bodyArrived`.
  var awaitsArrival = false

  // The response.
  var response = ResponseState.none
  var unsentBody = SliceQueue()
  var responseBodyBytes = 0
  /// Whether nghttp2 requested body data when there was none.
  var isDeferred = false
  /// Whether the app waits for `writable`.
  var awaitsWritable = false
  /// Whether END_STREAM has been sent.
  var isSent = false

  init(id: Int32) { self.id = id }

  /// Whether the rest of the request is short enough to be received and discarded.
  func isWorthDraining(limits: RequestLimits) -> Bool {
    guard !awaitsContinue, let announcedBytes else { return false }
    return announcedBytes - receivedBytes <= limits.drainBytesMax
  }
}
