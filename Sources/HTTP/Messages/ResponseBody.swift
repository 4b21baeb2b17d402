/// The body of a response.
public enum ResponseBody {
  case none
  /// A complete body in memory. If it is large, it is not copied while it waits to be sent.
  case bytes(ArraySlice<UInt8>)
  /// A complete body in memory, as consecutive slices. Large ones are not copied while they wait.
  case slices([ArraySlice<UInt8>])
  /// A body that is produced while it is sent. A given length is announced; otherwise the body is
  /// chunked.
  case stream(length: Int?, any ResponseStream)

  public static func bytes(_ bytes: [UInt8]) -> ResponseBody { .bytes(bytes[...]) }

  /// The length in bytes, or nil if it is not known before sending.
  public var announcedBytes: Int? {
    switch self {
    case .none: 0
    case .bytes(let bytes): bytes.count
    case .slices(let slices): slices.reduce(0) { $0 + $1.count }
    case .stream(let length, _): length
    }
  }
}

/// A body that is produced while it is sent.
public protocol ResponseStream: AnyObject {
  /// Returns the next bytes, or nil after the last ones. An error truncates the response and closes
  /// the connection.
  func next() async throws -> ArraySlice<UInt8>?
}

/// A body that may wait for hours between two chunks, such as a stream of events. A connection
/// whose only response it is needs no task meanwhile, which would be most of its cost.
public protocol WaitingResponseStream: ResponseStream {
  /// Whether `next` would wait.
  var isWaiting: Bool { get }

  /// Makes one call, on the same loop, when `next` has something to return; at once if it has now.
  func whenReady(_ call: @escaping () -> Void)
}
