internal import Sockets

/// One request of an HTTP/2 connection while the app works on it.
final class HTTP2Exchange {
  let stream: Int32
  private let loop: EventLoop
  /// The app's work; it is cancelled when the stream is cut.
  var task: Task<Void, Never>?
  /// Bytes of the request's head.
  var headBytes = 0
  /// Content taken by the app, which buys the rest of it time.
  var bodyBytes = 0
  var bodyPace: BodyPace
  /// What the content holds; nil without any.
  var memory: BodyMemory?
  /// Since when other bodies keep this one waiting.
  var queuedSince: Deadline?
  /// Rung when content has come.
  private(set) lazy var bodyBell = Doorbell(on: loop)
  /// Rung when the peer has taken what was written.
  private(set) lazy var roomBell = Doorbell(on: loop)

  init(stream: Int32, loop: EventLoop, limits: ServerLimits) {
    self.stream = stream
    self.loop = loop
    bodyPace = BodyPace(limits)
  }

  /// Lets whoever waits for the stream know that it is over; one that was cut needs no more work.
  func streamEnded(isCut: Bool) {
    if isCut { cancel() } else { roomBell.ring() }
  }

  /// Whether the content must be given up.
  var isRevoked: Bool { memory?.isRevoked ?? false }

  /// Ends the work on a stream that is no more, and every wait for it.
  func cancel() {
    task?.cancel()
    bodyBell.ring()
    roomBell.ring()
  }
}
