/// Why a call on a server did not succeed.
public enum ClientError: Error, Equatable, Sendable {
  /// The server could not be reached, or the connection broke; the sentence says how.
  case network(NetworkError)
  /// The server is not who it should be, or the connection cannot be made safe.
  case tls(TLSReason)
  /// The server answered with another status than 200, and this sentence.
  case status(Int, String)
  /// The answer is none to the call; the sentence says what is wrong with it.
  case malformedAnswer(String)
  /// The task that asked was cancelled.
  case cancelled

  public enum NetworkError: Equatable, Sendable {
    /// The name of the server is not known.
    case unknownHost(String)
    case refused
    case timedOut
    /// The connection ended before the answer was whole.
    case cutOff
    case other(String)
  }

  public enum TLSReason: Equatable, Sendable {
    case untrusted
    case expired
    case notYetValid
    case wrongHost
    /// The key is not the one that was pinned.
    case otherKey
    case other(String)
  }
}
