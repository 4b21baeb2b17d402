/// The limits of what one connection may make the server hold or read.
public struct RequestLimits: Hashable, Sendable {
  /// Bytes from the request line to the empty line, both included; past it 431.
  public var headBytesMax = 32 * 1024
  /// Field lines of a head, and again of the trailers; past it 431.
  public var fieldCountMax = 100
  /// Bytes of the request target; past it 414.
  public var targetBytesMax = 8 * 1024
  /// Bytes of the method; past it 501.
  public var methodBytesMax = 32
  /// Empty lines before a request line that are overlooked (RFC 9112 section 2.2); past it 400.
  public var leadingEmptyLinesMax = 2
  /// Bytes of the content, without its framing; past it 413.
  public var bodyBytesMax = 32 * 1024 * 1024
  /// Bytes of all chunk extensions of one request together; past it 400.
  public var chunkExtensionBytesMax = 4 * 1024
  /// Chunks of one request that may have any size.
  public var freeChunkCountMax = 1000
  /// Mean size that the chunks after these must have, in bytes; below it 400. A chunk of one byte
  /// costs 60 times what a byte of a large one does.
  public var chunkBytesMeanMin = 16
  /// Bytes of the trailer section; past it 431.
  public var trailerBytesMax = 8 * 1024
  /// Bytes of an unread body that are read and dropped so that the connection can be kept.
  public var drainBytesMax = 256 * 1024
  /// Bytes that are read and dropped after the last response, so that the client can read it before
  /// a reset: the rest of a body that was refused unread.
  public var lingerBytesMax = 64 * 1024 * 1024
  /// The same after a request whose end cannot be found: what follows is not part of a body.
  public var brokenLingerBytesMax = 64 * 1024

  public init() {}

  /// Bytes of a request line within its limits, without its end.
  var requestLineBytesMax: Int { methodBytesMax + targetBytesMax + RequestLine.fixedBytes - 2 }

  /// Ends the program where limits contradict each other; called when a parser is made.
  public func assertRelations() {
    precondition(methodBytesMax >= 7, "every standard method fits")
    precondition(targetBytesMax >= 1 && fieldCountMax >= 1, "a request has a target and a Host")
    precondition(
      methodBytesMax + targetBytesMax + RequestLine.fixedBytes < headBytesMax,
      "a request line within its limits fits into a head")
    precondition(headBytesMax <= 1 << 24 && trailerBytesMax <= 1 << 24, "offsets have 32 bits")
    precondition(
      bodyBytesMax >= 0 && leadingEmptyLinesMax >= 0 && chunkExtensionBytesMax >= 0
        && chunkExtensionBytesMax <= 1 << 24 && trailerBytesMax >= 2 && drainBytesMax >= 0,
      "limits are not negative, and trailers may be empty")
    precondition(
      freeChunkCountMax >= 0 && chunkBytesMeanMin >= 0 && chunkBytesMeanMin <= 1 << 16,
      "the mean of the chunk sizes cannot overflow")
    precondition(lingerBytesMax >= drainBytesMax, "lingering takes at least what draining takes")
    precondition(brokenLingerBytesMax >= 0, "limits are not negative")
  }
}
