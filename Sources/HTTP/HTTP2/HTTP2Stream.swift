/// One exchange of a connection: what came of the request, and what is to be sent of the response.
final class HTTP2Stream {
  /// How far the response is.
  enum ResponseState: Equatable {
    case none
    /// Content is to come; what remains of it where its length is announced.
    case open(remaining: Int?)
    /// All of it is here; the peer may still have to take it.
    case complete
  }

  let id: Int32

  // The request.
  /// What gathers the head, then the trailers, while they come.
  var reader: RequestHeadReader?
  /// Was the head handed to the caller?
  var isRequest = false
  var isHead = false
  var announcedBytes: Int?
  var awaitsContinue = false
  /// Does the content become longer when it is decoded?
  var isCoded = false
  /// Content that the app has not taken.
  var received: [UInt8] = []
  var receivedBytes = 0
  /// Those of them for which the stream's window has not been opened again,
  var unopenedBytes = 0
  /// and the connection's.
  var unopenedConnectionBytes = 0
  var turn = HTTP2Session.BodyTurn.notNeeded
  var trailers = HeaderFields()
  var requestEnded = false
  /// Does nobody want the content?
  var isDropping = false
  /// Does the app wait for `bodyArrived`?
  var awaitsArrival = false

  // The response.
  var response = ResponseState.none
  var content = ContentQueue()
  var contentBytes = 0
  /// Did the library ask for content in vain?
  var isDeferred = false
  /// Does the app wait for `roomToWrite`?
  var awaitsRoom = false
  /// Has END_STREAM left?
  var isSent = false

  init(id: Int32) { self.id = id }

  /// Is what is still to come of the request so little that it is taken in and dropped?
  func isWorthDraining(limits: RequestLimits) -> Bool {
    guard !awaitsContinue, let announcedBytes else { return false }
    return announcedBytes - receivedBytes <= limits.drainBytesMax
  }
}
