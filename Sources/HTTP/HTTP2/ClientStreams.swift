/// Which streams a client has begun and not yet ended, by the headers of its frames alone (RFC 9113
/// section 5.1).
///
/// The library ignores HEADERS on a stream that it no longer knows, or never did. The trailers of a
/// request that the server has reset may still be on their way; everything else is an error that
/// ends the connection (sections 5.1 and 5.1.1).
struct ClientStreams {
  /// Streams that are remembered as begun and not ended. The client forgets one that the server
  /// reset, and begins as many as may be open.
  let unfinishedMax: Int
  /// Streams that are remembered as ended; a frame on one of them gets a more exact error.
  static let finishedMax = 64

  /// The highest stream that the client has begun.
  private(set) var last: Int32 = 0
  private var unfinished: [Int32] = []
  /// A ring of those that ended last.
  private var finished: [Int32] = []
  private var nextFinished = 0

  init(unfinishedMax: Int) { self.unfinishedMax = unfinishedMax }

  /// Takes the header of a frame.
  ///
  /// - Parameter isKnown: whether the library knows the stream, and judges the frame itself.
  /// - Returns: why the connection must end, or nil.
  mutating func take(_ frame: FrameHeader, isKnown: Bool) -> HTTP2ErrorCode? {
    switch frame.type {
    case FrameHeader.priority where frame.stream == 0:
      // Section 6.3.
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
