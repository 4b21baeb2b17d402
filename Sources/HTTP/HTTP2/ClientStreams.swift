/// Tracks the streams that a client has begun and not yet ended, based only on frame headers (RFC
/// 9113 section 5.1).
///
/// nghttp2 ignores HEADERS on a stream that it no longer knows or never knew. The trailers of a
/// request that the server has reset may still arrive; any other such frame is an error that ends
/// the connection (sections 5.1 and 5.1.1).
struct ClientStreams {
  /// Maximum number of begun streams to remember. A client forgets a stream that the server has
  /// reset, and may then begin as many streams as may be open.
  let unfinishedMax: Int
  /// Maximum number of ended streams to remember. A frame on one of them gets a more specific
  /// error.
  static let finishedMax = 64

  /// The highest stream that the client has begun.
  private(set) var last: Int32 = 0
  private var unfinished: [Int32] = []
  /// A ring buffer of the streams that ended last.
  private var finished: [Int32] = []
  private var nextFinished = 0

  init(unfinishedMax: Int) { self.unfinishedMax = unfinishedMax }

  /// Processes the header of a frame.
  ///
  /// - Parameter isKnown: whether nghttp2 knows the stream, and checks the frame itself.
  /// - Returns: the error that must end the connection, or nil.
  mutating func take(_ frame: FrameHeader, isKnown: Bool) -> HTTP2ErrorCode? {
    switch frame.type {
    case FrameHeader.priority where frame.stream == 0:
      // Section 6.3 forbids PRIORITY on stream 0.
      return .protocolError
    case FrameHeader.headers where frame.stream > last:
      last = frame.stream
      if frame.endsStream { finish(frame.stream) } else { begin(frame.stream) }
    case FrameHeader.headers where !isKnown && !unfinished.contains(frame.stream):
      return finished.contains(frame.stream) ? .streamClosed : .protocolError
    case FrameHeader.headers, FrameHeader.data, FrameHeader.reset:
      if frame.endsStream || frame.type == FrameHeader.reset { end(frame.stream) }
    default: break
    }
    return nil
  }

  private mutating func begin(_ stream: Int32) {
    if unfinished.count == unfinishedMax { unfinished.removeFirst() }
    unfinished.append(stream)
  }

  private mutating func end(_ stream: Int32) {
    guard let index = unfinished.firstIndex(of: stream) else { return }
    unfinished.remove(at: index)
    finish(stream)
  }

  private mutating func finish(_ stream: Int32) {
    if finished.count < Self.finishedMax {
      finished.append(stream)
    } else {
      finished[nextFinished] = stream
      nextFinished = (nextFinished + 1) % Self.finishedMax
    }
  }
}
