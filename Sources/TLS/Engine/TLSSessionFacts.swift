/// The versions of TLS that are spoken here.
public enum TLSVersion: String, Sendable, Comparable {
  case tls12 = "TLS 1.2"
  case tls13 = "TLS 1.3"

  public static func < (left: TLSVersion, right: TLSVersion) -> Bool {
    left == .tls12 && right == .tls13
  }
}

/// What a handshake has agreed on.
public struct TLSSessionFacts: Sendable, Equatable {
  public let version: TLSVersion
  /// OpenSSL's name of the cipher.
  public let cipher: String
  /// What ALPN chose; nil if the client offered nothing.
  public let applicationProtocol: String?
  /// Whether a ticket has saved the certificate's signature.
  public let isResumed: Bool
  /// The host that the client asked for (SNI), as it came: not verified, not for a log.
  public let serverName: String?
}
