/// The reason that a call to a server failed; its description is a message for the user.
public enum ClientError: Error, Equatable, Sendable {
  /// The server could not be reached, or the connection broke; the description says how.
  case network(NetworkError)
  /// The server could not be authenticated, or the connection could not be secured.
  case tls(TLSReason)
  /// The server needs a token, or does not accept the one that was sent, with this error message.
  case token(TokenError, String)
  /// The server returned another status than 200, with this error message.
  case status(Int, String)
  /// The response is not a valid response to the call; the text says what is wrong with it.
  case malformedResponse(String)
  /// The response is larger than `bytesMax`, which is ``TransferLimits/responseBytesMax``.
  case tooLarge(bytesMax: Int)
  /// The calling task was cancelled.
  case cancelled

  /// A network failure.
  public enum NetworkError: Equatable, Sendable {
    /// The host name of the server could not be resolved.
    case unknownHost(String)
    /// The connection was refused: no server listens on that port.
    case refused
    /// A timeout of ``TransferLimits`` expired.
    case timedOut
    /// No connection was established in time, or it was closed before the request was sent.
    case noConnection
    /// The connection was closed before the response was complete.
    case cutOff
    /// Any other failure, with its error text.
    case other(String)
  }

  /// What is wrong with the token of a call.
  public enum TokenError: Equatable, Sendable {
    /// The server needs a token, and ``Server/token`` is nil.
    case missing
    /// The token has expired.
    case expired
    /// The token is malformed, unknown, revoked, not valid yet, or of another service.
    case wrong
    /// The token is valid and belongs to another user than the post or the chatt.
    case otherUser
  }

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

extension ClientError {
  /// Whether a post that failed with this error may have been stored.
  ///
  /// The request was sent, or may have been, and no response states the outcome. A 503 or 507 means
  /// that nothing was stored, and so does a refusal (4xx).
  public var isOutcomeUnknown: Bool {
    switch self {
    case .network(.timedOut), .network(.cutOff), .malformedResponse, .tooLarge, .cancelled: true
    case .status(503, _), .status(507, _): false
    case .status(let status, _): status >= 500
    case .network, .tls, .token: false
    }
  }

  /// Whether the server refuses the post and would refuse it each time.
  ///
  /// Other refusals (429, 401, 404) are not included: the server returns them before it checks
  /// whether it has already stored the post.
  var isRefusal: Bool {
    if case .status(let status, _) = self { [400, 413, 415, 422].contains(status) } else { false }
  }

  /// Returns the description with the server's host and port, such as
  /// `localhost:8443: connection refused: …`, unless the server responded as such, or the
  /// description has its name.
  public func description(at authority: String) -> String { named(authority) + description }

  /// Returns ``postDescription`` with the server's host and port, like ``description(at:)``.
  public func postDescription(at authority: String) -> String {
    named(authority) + postDescription
  }

  private func named(_ authority: String) -> String {
    switch self {
    case .network(.unknownHost), .token, .status, .tooLarge, .cancelled: ""
    case .network, .tls, .malformedResponse: "\(authority): "
    }
  }

  /// A message for a user whose post failed, including whether the post may have been stored.
  public var postDescription: String {
    guard isOutcomeUnknown else { return description }
    let cause =
      switch self {
      case .network(let error): error.cause
      case .status(504, _): "the server does not know the outcome (504)"
      default: description
      }
    return "\(cause): the post may have been stored, so check the list before you repeat it"
  }
}

extension ClientError: CustomStringConvertible {
  /// A message that says what is wrong and, if known, what to do.
  public var description: String {
    switch self {
    case .network(let error): error.description
    case .tls(let reason): reason.description
    case .token(let error, let message): "the server returned \(error.status): \(message)"
    case .status(let status, let message): "the server returned \(status): \(message)"
    case .malformedResponse(let message): "unexpected response: \(message)"
    case .tooLarge(let bytesMax): "the response is larger than \(bytesMax >> 20) MiB"
    case .cancelled: "cancelled"
    }
  }
}

extension ClientError.TokenError {
  /// The status of the response (RFC 6750 section 3.1).
  public var status: Int { self == .otherUser ? 403 : 401 }

  /// Creates the error of a response by its code, which only `/v1` has; nil if the response is not
  /// about the token.
  init?(status: Int, code: String?, hasToken: Bool) {
    switch (status, code) {
    case (401, "token-missing"), (401, "token-other-scheme"): self = .missing
    case (401, "token-expired"): self = .expired
    case (401, nil): self = hasToken ? .wrong : .missing
    case (401, _): self = .wrong
    case (403, "name-not-yours"), (403, "chatt-not-yours"): self = .otherUser
    default: return nil
    }
  }
}

extension ClientError.NetworkError: CustomStringConvertible {
  /// The error message.
  public var description: String {
    switch self {
    case .unknownHost: "\(cause): check the name"
    case .refused: "\(cause): check that the server is running and the port is right"
    case .timedOut, .cutOff, .noConnection: "\(cause): try again"
    case .other: cause
    }
  }

  /// The cause, without advice.
  fileprivate var cause: String {
    switch self {
    case .unknownHost(let host): "could not resolve host \(host)"
    case .refused: "connection refused"
    case .timedOut: "the request timed out"
    case .noConnection: "could not connect to the server"
    case .cutOff: "the connection was closed before the response was complete"
    case .other(let text): "the server cannot be reached: \(text)"
    }
  }
}

extension ClientError.TLSReason: CustomStringConvertible {
  /// The error message.
  public var description: String {
    switch self {
    case .untrusted:
      "the server's certificate is not trusted: trust its file, or the authority that signed it"
    case .expired: "the server's certificate has expired: renew it on the server"
    case .notYetValid:
      "the server's certificate is not valid yet: check this machine's clock"
    case .wrongHost:
      "the server's certificate is for another name or address:"
        + " use that name or address, or create a new certificate"
    case .otherKey: "the server's key is not the pinned one: this may be another server"
    case .other(let text): "TLS connection failed: \(text)"
    }
  }
}
