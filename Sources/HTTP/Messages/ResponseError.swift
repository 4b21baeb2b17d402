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
