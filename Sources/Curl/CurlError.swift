/// The reason that a request has no response; its description is a cause for a log.
public enum CurlError: Error, Equatable, Sendable {
  /// The host name of the server could not be resolved.
  case unknownHost
  /// The connection was refused: no server listens on that port.
  case refused
  /// A timeout of `CurlLimits` expired.
  case timedOut
  /// No connection was established in time, or it was closed before the request was sent.
  case noConnection
  /// The connection was closed before the response was complete.
  case cutOff
  /// The response is larger than a limit of `CurlLimits`.
  case tooLarge
  /// The response is not HTTP, or is encoded wrongly.
  case malformed(String)
  /// The calling task was cancelled.
  case cancelled
  /// The server could not be authenticated, or the connection could not be secured.
  case tls(TLSReason)
  /// Any other failure, with its error text.
  case other(String)

  /// The reason that a connection is not secure.
  public enum TLSReason: Equatable, Sendable {
    case untrusted
    case expired
    /// The certificate is not yet valid, or this machine's clock is slow.
    case notYetValid
    case wrongHost
    case otherKey
    /// Any other reason, with its error text.
    case other(String)
  }
}

extension CurlError: CustomStringConvertible {
  /// The cause, without advice.
  public var description: String {
    switch self {
    case .unknownHost: "the host name could not be resolved"
    case .refused: "connection refused"
    case .timedOut: "timed out"
    case .noConnection: "could not connect"
    case .cutOff: "the connection closed before the end of the response"
    case .tooLarge: "the response is too large"
    case .malformed(let text): "malformed response: \(text)"
    case .cancelled: "cancelled"
    case .tls(let reason): "TLS: \(reason)"
    case .other(let text): text
    }
  }
}

extension CurlError.TLSReason: CustomStringConvertible {
  /// The cause, without advice.
  public var description: String {
    switch self {
    case .untrusted: "the certificate is not trusted"
    case .expired: "the certificate has expired"
    case .notYetValid: "the certificate is not valid yet"
    case .wrongHost: "the certificate is for another name or address"
    case .otherKey: "the key is not the pinned one"
    case .other(let text): text
    }
  }
}
