/// The response of the app. The protocol implementation adds framing and the fields
/// `Content-Length`, `Connection` and `Date`, which the app must not set.
public struct Response {
  public var status: Status
  public var fields: HeaderFields
  public var body: ResponseBody
  /// A lease whose revocation makes the connection abort the response; nil if the response holds no
  /// significant memory.
  public var lease: (any ResponseLease)?
  /// The tracking that the connection notifies when it has sent the response; nil for most
  /// responses.
  public var tracking: TrackedResponse?

  public init(
    _ status: Status, fields: HeaderFields = [:], body: ResponseBody = .none,
    tracking: TrackedResponse? = nil
  ) {
    self.status = status
    self.fields = fields
    self.body = body
    self.tracking = tracking
  }
}

/// A response's claim on memory that the app can reclaim when memory is short, such as a list that
/// a slow client is still reading after newer lists have replaced it.
///
/// The connection keeps the lease until the last byte of the response is written, and then releases
/// it.
public protocol ResponseLease: AnyObject, Sendable {
  /// Sets the handler that aborts the response. It runs once, on any thread, when the lease is
  /// revoked, or immediately if the lease is already revoked.
  func onRevocation(_ handler: @escaping @Sendable () -> Void)
}

/// Why a response, or more of its body, cannot be sent.
public enum ResponseError: Error, Hashable, Sendable {
  /// No request waits for a response.
  case noResponseExpected
  /// No response waits for body data.
  case noBodyExpected
  /// The body is longer than announced; the excess was not written.
  case bodyLongerThanAnnounced
  /// The body is shorter than announced. The connection or the stream ends early, so that the
  /// client notices.
  case bodyShorterThanAnnounced
  /// The HTTP/2 stream is over or never existed; the peer may have reset it in the meantime.
  case streamIsOver
  /// nghttp2 had no memory for the head.
  case noMemory
}
