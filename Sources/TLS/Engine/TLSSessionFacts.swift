/// The result of a handshake.
public struct TLSSessionFacts: Sendable, Equatable {
  public let version: TLSVersion
  /// OpenSSL's name of the cipher.
  public let cipher: String
  /// The protocol that ALPN selected; nil if the client offered none.
  public let applicationProtocol: String?
  /// Whether the session was resumed with a ticket, which saves the certificate's signature.
  public let isResumed: Bool
  /// The host that the client requested (SNI), as received. It is not verified and must not be
  /// logged.
  public let serverName: String?
}
