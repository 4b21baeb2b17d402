/// Looks for the end of a line, and on the way for every byte that no line may contain.
///
/// Only CR LF ends a line: RFC 9112 section 2.2 allows a recipient to take a bare LF, which is what
/// request smuggling is made of when another recipient on the way does not.
enum LineScan {
  enum Result: Equatable {
    /// The CR of the line's end stands at this offset.
    case end(at: Int)
    /// There is no end yet; the next scan starts here.
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
