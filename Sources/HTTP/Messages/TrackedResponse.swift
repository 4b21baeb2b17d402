/// Whether the peer's system has acknowledged the data that was sent to it.
public enum Acknowledgement: Sendable, Equatable {
  /// The peer has acknowledged all of the data.
  case complete
  /// Some data is still unacknowledged, and the connection is open.
  case pending
  /// The connection ended before all of the data was acknowledged.
  case lost
}

/// The output of a connection. Its acknowledgement can be queried on any thread, even after the
/// connection has ended.
public protocol AcknowledgedOutput: AnyObject, Sendable {
  /// Returns whether the peer has acknowledged the first `byteCount` bytes of the output.
  func acknowledgement(ofFirst byteCount: UInt64) -> Acknowledgement
}

/// The position in a connection's output at which a response ends.
public struct ResponseEnd: Sendable {
  private let output: any AcknowledgedOutput
  /// Bytes of the connection's output up to the end of the response, including encryption overhead.
  private let byteCount: UInt64

  public init(of output: any AcknowledgedOutput, at byteCount: UInt64) {
    self.output = output
    self.byteCount = byteCount
  }

  /// Whether the peer has acknowledged the whole response so far.
  public var acknowledgement: Acknowledgement { output.acknowledgement(ofFirst: byteCount) }
}

/// Receives the outcome of tracked responses, on the loops of their connections.
public protocol ResponseObserver: AnyObject, Sendable {
  /// Reports that the connection has passed all bytes of a response to the kernel. A response
  /// without this call was not sent completely, or was sent to a peer that had already closed its
  /// side.
  func responseSent(_ number: UInt64, _ end: ResponseEnd)

  /// Reports that the peer has reset the stream of a response that was already sent, and thus
  /// rejects the response.
  func responseRefused(_ number: UInt64)
}

/// A response whose acknowledgement the app may query later.
public struct TrackedResponse: Sendable {
  public let observer: any ResponseObserver
  /// The number that the observer assigned to the response.
  public let number: UInt64

  public init(_ number: UInt64, by observer: any ResponseObserver) {
    self.number = number
    self.observer = observer
  }
}
