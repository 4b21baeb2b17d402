/// Whether the peer's system has acknowledged what was sent to it.
public enum Acknowledgement: Sendable, Equatable {
  /// It has acknowledged all of it.
  case complete
  /// Some of it is still unacknowledged, and the connection is open.
  case pending
  /// The connection ended before all of it was acknowledged.
  case lost
}

/// The output of a connection, whose acknowledgement can be looked up on any thread, also after the
/// connection has ended.
public protocol AcknowledgedOutput: AnyObject, Sendable {
  /// Whether the peer has acknowledged the first `byteCount` bytes of the output.
  func acknowledgement(ofFirst byteCount: UInt64) -> Acknowledgement
}

/// The place in a connection's output at which a response ends.
public struct ResponseEnd: Sendable {
  private let output: any AcknowledgedOutput
  /// Bytes of the connection's output up to the end of the response, encryption included.
  private let byteCount: UInt64

  public init(of output: any AcknowledgedOutput, at byteCount: UInt64) {
    self.output = output
    self.byteCount = byteCount
  }

  /// Whether the peer has acknowledged the whole response by now.
  public var acknowledgement: Acknowledgement { output.acknowledgement(ofFirst: byteCount) }
}

/// Receives what becomes of tracked responses, on the loops of their connections.
public protocol ResponseObserver: AnyObject, Sendable {
  /// The connection has handed all bytes of a response to the system. A response for which this is
  /// never called was not sent whole, or was sent to a peer that had ended its side before.
  func responseSent(_ number: UInt64, _ end: ResponseEnd)

  /// The peer has reset the stream of a response that was sent: it does not want it.
  func responseRefused(_ number: UInt64)
}

/// A response whose acknowledgement its app may want to look up later.
public struct TrackedResponse: Sendable {
  public let observer: any ResponseObserver
  /// The observer's own number of the response.
  public let number: UInt64

  public init(_ number: UInt64, by observer: any ResponseObserver) {
    self.number = number
    self.observer = observer
  }
}
