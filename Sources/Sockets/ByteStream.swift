/// Why a stream of bytes ended before its orderly end.
public enum StreamError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The deadline came first.
  case timedOut
  /// The task was cancelled, or the stream was closed while it waited.
  case cancelled
  /// The peer reset the connection, or went without a trace.
  case reset
  /// The bytes ended without the end that the protocol demands (TLS: no close_notify).
  case truncated
  /// The peer broke the protocol of this stream; the text names how.
  case protocolFailure(String)
  case system(Errno, call: String)

  public var description: String {
    switch self {
    case .timedOut: "timed out"
    case .cancelled: "cancelled"
    case .reset: "the peer reset the connection"
    case .truncated: "the connection was cut off"
    case .protocolFailure(let reason): reason
    case .system(let errno, let call): "\(call): \(errno)"
    }
  }

  init(_ error: WaitError) {
    switch error {
    case .timedOut: self = .timedOut
    case .cancelled: self = .cancelled
    }
  }

  init(_ errno: Errno, call: String) {
    switch errno {
    case .connectionReset, .brokenPipe, .notConnected, .timedOut, .hostUnreachable,
      .networkUnreachable:
      self = .reset
    default: self = .system(errno, call: call)
    }
  }
}

/// A connection of bytes both ways; it belongs to one task on one loop.
public protocol ByteStream: AnyObject {
  /// Appends what has arrived to `buffer`, waiting for at least one byte.
  ///
  /// - Returns: how many bytes came, at most `count`; 0 at the orderly end of the stream.
  func read(into buffer: inout [UInt8], atMost count: Int, until deadline: Deadline)
    async throws(StreamError) -> Int

  /// Writes all the bytes; it returns when the layer below has taken them.
  func write(_ bytes: ArraySlice<UInt8>, until deadline: Deadline) async throws(StreamError)

  /// Says that nothing more will be written, while reading goes on (half-close).
  func finishWriting(until deadline: Deadline) async throws(StreamError)

  /// Ends the connection; what was written still arrives if the peer takes it. It may be called
  /// again.
  func close()

  /// Gives the connection up: what the peer has not taken is dropped. It may be called again.
  func reset()
}

extension ByteStream {
  public func reset() { close() }
}

/// Learns that the peer of a socket does not take what is sent to it.
public protocol StallObserver: AnyObject {
  /// A write waits; `unsentBytes` of earlier ones are in the kernel. False ends it as timed out.
  func writeStalls(_ unsentBytes: Int) -> Bool

  /// A write that stalled goes on, or has ended.
  func writeGoesOn()
}
