/// Limits on what one connection can make the server hold or read.
public struct RequestLimits: Hashable, Sendable {
  /// Maximum size of a head in bytes, from the request line up to and including the empty line;
  /// beyond it 431.
  public var headBytesMax = 32 * 1024
  /// Maximum number of field lines in a head, and separately in the trailers; beyond it 431.
  public var fieldCountMax = 100
  /// Maximum size of the request target in bytes; beyond it 414.
  public var targetBytesMax = 8 * 1024
  /// Maximum size of the method in bytes; beyond it 501.
  public var methodBytesMax = 32
  /// Maximum number of empty lines to ignore before a request line (RFC 9112 section 2.2); beyond
  /// it 400.
  public var leadingEmptyLinesMax = 2
  /// Maximum size of the body in bytes, without its framing; beyond it 413.
  public var bodyBytesMax = 32 * 1024 * 1024
  /// Maximum total size in bytes of the chunk extensions of one request; beyond it 400.
  public var chunkExtensionBytesMax = 4 * 1024
  /// Number of chunks of one request that may have any size.
  public var freeChunkCountMax = 1000
  /// Minimum mean size in bytes of the chunks beyond `freeChunkCountMax`; below it 400. A chunk of
  /// one byte costs 60 times as much as one byte of a large chunk.
  public var chunkBytesMeanMin = 16
  /// Maximum size of the trailer section in bytes; beyond it 431.
  public var trailerBytesMax = 8 * 1024
  /// Maximum number of bytes of an unread body to read and discard in order to reuse the
  /// connection.
  public var drainBytesMax = 256 * 1024
  /// Maximum number of bytes to read and discard after the last response, such as the rest of a
  /// body that was refused unread. This lets the client read the response before a reset.
  public var lingerBytesMax = 64 * 1024 * 1024
  /// The same limit after a request whose end cannot be found. What follows is not part of a body.
  public var brokenLingerBytesMax = 64 * 1024

  public init() {}

  /// Maximum size in bytes of a request line within its limits, without its line end.
  var requestLineBytesMax: Int { methodBytesMax + targetBytesMax + RequestLine.fixedBytes - 2 }

  /// Terminates the program if limits contradict each other. Called when a parser is created.
  public func assertRelations() {
    precondition(
      methodBytesMax + targetBytesMax + RequestLine.fixedBytes < headBytesMax,
      "headBytesMax must fit the longest request line")
    precondition(headBytesMax <= 1 << 24 && trailerBytesMax <= 1 << 24, "offsets have 32 bits")
    precondition(bodyBytesMax >= 0, "bodyBytesMax is negative")
    precondition(lingerBytesMax >= drainBytesMax, "lingerBytesMax is below drainBytesMax")
  }
}
