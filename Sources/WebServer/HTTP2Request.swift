internal import HTTP
internal import System

/// One request of an HTTP/2 connection while the app works on it. It is also the body of that
/// request, which the app reads from the connection.
final class HTTP2Request: RequestBody {
  let stream: Int32
  private let loop: EventLoop
  /// The task in which the app works; it is cancelled when the stream is cut.
  var task: Task<Void, Never>?
  var headBytes = 0
  /// The connection while the app may read the body; nil without a body.
  var connection: HTTP2Connection?
  var announcedBytes: Int?
  /// Body bytes taken by the app, which extend the deadline of the rest.
  var bodyBytes = 0
  var bodyPace: BodyPace
  /// The memory of the body; nil without a body.
  var memory: BodyMemory?
  /// Signalled when body bytes have arrived.
  private(set) lazy var bodyEvent = AsyncEvent(on: loop)
  /// Signalled when the peer has taken what was written.
  private(set) lazy var outputEvent = AsyncEvent(on: loop)

  init(stream: Int32, loop: EventLoop, limits: ServerLimits) {
    self.stream = stream
    self.loop = loop
    bodyPace = BodyPace(limits)
  }

  func next() async throws(RequestBodyError) -> ArraySlice<UInt8>? {
    guard let connection else { throw .notAvailable }
    return try await connection.nextBody(of: self)
  }

  func reserve(_ count: Int) throws(RequestBodyError) {
    guard connection != nil else { throw .notAvailable }
    try memory?.reserved(count)
  }

  var isRevoked: Bool { memory?.isRevoked ?? false }

  /// Ends the work on a stream that no longer exists, and every wait for it.
  func cancel() {
    task?.cancel()
    bodyEvent.signal()
    outputEvent.signal()
  }
}
