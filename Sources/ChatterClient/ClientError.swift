/// Why a call on a server did not succeed; its description is a sentence for the person who asked.
public enum ClientError: Error, Equatable, Sendable {
  /// The server could not be reached, or the connection broke; the sentence says how.
  case network(NetworkError)
  /// The server is not who it should be, or the connection cannot be made safe.
  case tls(TLSReason)
  /// The server answered with another status than 200, and this sentence.
  case status(Int, String)
  /// The answer is none to the call; the sentence says what is wrong with it.
  case malformedAnswer(String)
  /// The answer has more bytes than ``TransferLimits/answerBytesMax``, which is this.
  case tooLarge(bytesMax: Int)
  /// The task that asked was cancelled.
  case cancelled

  /// What a network does to a call.
  public enum NetworkError: Equatable, Sendable {
    /// The name of the server is not known.
    case unknownHost(String)
    /// Nobody listens there.
    case refused
    /// A deadline of ``TransferLimits`` passed.
    case timedOut
    /// No connection came about in time, or it ended before the request was sent.
    case noConnection
    /// The connection ended before the answer was whole.
    case cutOff
    /// Anything else; the text says what.
    case other(String)
  }

  /// Why a connection is not safe.
  public enum TLSReason: Equatable, Sendable {
    /// Nobody whom we trust vouches for the certificate.
    case untrusted
    /// The certificate is no longer valid.
    case expired
    /// The certificate is not valid yet, or this machine's clock is behind.
    case notYetValid
    /// The certificate is for another name or address.
    case wrongHost
    /// The key is not the one that was pinned.
    case otherKey
    /// Anything else; the text says what.
    case other(String)
  }
}

extension ClientError {
  /// Of a post that failed: whether it may have been stored all the same.
  ///
  /// The request went out, or may have, and no answer came that says what became of it. A 503 or
  /// a 507 says that nothing was done, and so does a refusal (4xx).
  public var isOutcomeUnknown: Bool {
    switch self {
    case .network(.timedOut), .network(.cutOff), .malformedAnswer, .tooLarge, .cancelled: true
    case .status(503, _), .status(507, _): false
    case .status(let status, _): status >= 500
    case .network, .tls: false
    }
  }

  /// Whether the server says that it does not store what was sent, as it would each time. Other
  /// refusals (429, 401, 404) come before it looks whether it has it already.
  var isRefusal: Bool {
    if case .status(let status, _) = self { [400, 413, 415, 422].contains(status) } else { false }
  }

  /// The sentence for a person whose post failed: it says also whether the post may have been stored.
  public var postDescription: String {
    guard isOutcomeUnknown else { return description }
    let cause =
      switch self {
      case .network(let error): error.cause
      case .status(504, _): "the server does not know what became of it (504)"
      default: description
      }
    return "\(cause): the post may have been stored, so look at the list before you repeat it"
  }
}

extension ClientError: CustomStringConvertible {
  /// A sentence that says what is wrong and, where that is known, what to do.
  public var description: String {
    switch self {
    case .network(let error): error.description
    case .tls(let reason): reason.description
    case .status(let status, let sentence): "the server refused (\(status)): \(sentence)"
    case .malformedAnswer(let sentence): "the server's answer cannot be used: \(sentence)"
    case .tooLarge(let bytesMax): "the server's answer has more than \(bytesMax >> 20) MiB"
    case .cancelled: "cancelled"
    }
  }
}

extension ClientError.NetworkError: CustomStringConvertible {
  /// The sentence of the error.
  public var description: String {
    switch self {
    case .unknownHost: "\(cause): look for a mistake in its name"
    case .refused: "\(cause): is the server running, and is the port right?"
    case .timedOut, .cutOff, .noConnection: "\(cause): try again"
    case .other: cause
    }
  }

  /// What happened, without what to do.
  fileprivate var cause: String {
    switch self {
    case .unknownHost(let host): "no server is known as \(host)"
    case .refused: "nobody listens there"
    case .timedOut: "the server did not answer in time"
    case .noConnection: "no connection with the server came about"
    case .cutOff: "the connection was cut before the answer was whole"
    case .other(let text): "the server cannot be reached: \(text)"
    }
  }
}

extension ClientError.TLSReason: CustomStringConvertible {
  /// The sentence of the reason.
  public var description: String {
    switch self {
    case .untrusted:
      "the server's certificate is not trusted: trust its file, or the authority that signed it"
    case .expired: "the server's certificate has expired: it needs a new one"
    case .notYetValid:
      "the server's certificate is not valid yet: is this machine's clock right?"
    case .wrongHost:
      "the server's certificate is for another name or address: use that one, or make it anew"
    case .otherKey: "the server's key is not the one that was pinned: it may be another server"
    case .other(let text): "no safe connection: \(text)"
    }
  }
}
