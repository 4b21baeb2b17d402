public import System

/// Why a stream of bytes ended before its orderly end.
public enum StreamError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The deadline passed.
  case timedOut
  /// The task was cancelled, or the stream was closed while the task waited.
  case cancelled
  /// The peer reset the connection, or is no longer reachable.
  case reset
  /// The bytes ended without the end that the protocol requires (for TLS, close_notify).
  case truncated
  /// The peer violated the protocol of this stream; the text says how.
  case protocolFailure(String)
  case system(Errno, call: String)

  public var description: String {
    switch self {
    case .timedOut: "timed out"
    case .cancelled: "cancelled"
    case .reset: "the peer reset the connection"
    case .truncated: "connection closed unexpectedly"
    case .protocolFailure(let reason): reason
    case .system(let errno, let call): "\(call): \(errno)"
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

/// A bidirectional connection of bytes. It belongs to one task on one loop.
public protocol ByteStream: AnyObject {
  /// Appends the bytes that have arrived to `buffer`, waiting for at least one.
  ///
  /// - Returns: The number of bytes appended, at most `count`; 0 at the orderly end of the stream.
  func read(into buffer: inout [UInt8], atMost count: Int, until deadline: Deadline)
    async throws(StreamError) -> Int

  /// Writes all the bytes. Returns when the layer below has accepted them.
  func write(_ bytes: ArraySlice<UInt8>, until deadline: Deadline) async throws(StreamError)

  /// Ends the writing direction and leaves the reading direction open (half-close).
  func finishWriting(until deadline: Deadline) async throws(StreamError)

  /// Closes the connection. Bytes that were written still arrive if the peer accepts them. A
  /// repeated call has no effect.
  func close()

  /// Aborts the connection and drops the bytes that the peer has not accepted. A repeated call has
  /// no effect.
  func reset()
}

extension ByteStream {
  public func reset() { close() }
}

/// An observer of writes that stall because the peer does not accept the data.
public protocol StallObserver: AnyObject {
  /// Called when a write waits while `unsentBytes` bytes of earlier writes are in the kernel.
  /// Returning false ends the write as timed out.
  func writeStalls(_ unsentBytes: Int) -> Bool

  /// Called when a stalled write continues or has ended.
  func writeContinues()
}
