public import HTTP

/// One request and its response, as recorded in the access log; never with bodies.
public struct AccessRecord: Sendable {
  public let requestID: RequestID
  public let remoteAddress: String
  public let version: String
  /// `-` for an invalid request; the same applies to the path.
  public let method: String
  public let path: String
  public let status: Int
  /// The position in a distributed trace that the client gave; nil without one.
  public let trace: TraceParent?
  /// Bytes of the request body that arrived.
  public internal(set) var requestBytes = 0
  /// Bytes of the response body; 0 if only the head was requested.
  public internal(set) var responseBytes = 0
  /// Time from the request until the last chunk of the response was produced.
  public internal(set) var duration = Duration.zero
  /// Whether the response body was produced completely.
  public internal(set) var isComplete = false
}
