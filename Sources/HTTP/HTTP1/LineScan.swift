/// Finds the end of a line and rejects bytes that no line may contain.
///
/// Only CR LF ends a line. RFC 9112 section 2.2 allows a recipient to accept a bare LF, but this
/// enables request smuggling if another recipient on the path does not accept it.
enum LineScan {
  enum Result: Equatable {
    /// The line ends with the CR at this offset.
    case end(at: Int)
    /// The line has no end yet; the next scan starts at this offset.
    case incomplete(resumeAt: Int)
    case failed(RequestError)
  }

  static func scan(_ bytes: Span<UInt8>, from start: Int) -> Result {
    let count = bytes.count
    var position = start
    while position < count {
      if bytes[position].isForbiddenControl {
        return stop(bytes, at: position)
      }
      position += 1
    }
    return .incomplete(resumeAt: position)
  }

  private static func stop(_ bytes: Span<UInt8>, at position: Int) -> Result {
    switch bytes[position] {
    case .lineFeed: return .failed(.bareLineFeed)
    case .carriageReturn:
      guard position + 1 < bytes.count else { return .incomplete(resumeAt: position) }
      return bytes[position + 1] == .lineFeed ? .end(at: position) : .failed(.bareCarriageReturn)
    default: return .failed(.controlCharacter)
    }
  }
}
