/// The content of a response.
public enum ResponseBody {
  case none
  /// All of it, in memory; it is sent from where it lies.
  case bytes(ArraySlice<UInt8>)
  /// All of it, in memory, in several arrays one after the other; each is sent from where it lies.
  case pieces([ArraySlice<UInt8>])
  /// Made while it is sent; with a length it is announced, without one it is chunked.
  case stream(length: Int?, any ResponseStream)

  public static func bytes(_ bytes: [UInt8]) -> ResponseBody { .bytes(bytes[...]) }

  /// The length where it is known before sending.
  public var announcedBytes: Int? {
    switch self {
    case .none: 0
    case .bytes(let bytes): bytes.count
    case .pieces(let pieces): pieces.reduce(0) { $0 + $1.count }
    case .stream(let length, _): length
    }
  }
}

/// Content that is made while it is sent.
public protocol ResponseStream: AnyObject {
  /// The next piece; nil after the last one. An error cuts the response short and closes the
  /// connection.
  func next() async throws -> ArraySlice<UInt8>?
}
