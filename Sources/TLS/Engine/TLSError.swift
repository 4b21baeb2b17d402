/// Why a TLS connection cannot continue. No case contains anything that the peer wrote.
public enum TLSError: Error, Sendable, Equatable {
  /// The peer uses HTTP without TLS, because it was given an `http://` address.
  case plainHTTP
  /// The received bytes are not a TLS record.
  case notTLS
  /// The peer offers only versions that are not supported here.
  case protocolVersion
  case noSharedCipher
  case noSharedGroup
  /// Both sides have a list for ALPN, with no name in common.
  case noApplicationProtocol
  /// The peer ended the connection with an alert, often because it does not trust our certificate.
  case peerAlert(TLSAlert)
  /// A record was changed on its way, or was not sent by the peer.
  case decryptionFailed
  /// The peer violated the protocol in another way.
  case malformed(reason: String)
  /// The peer sent more bytes without application data than it needs to: handshake messages,
  /// KeyUpdate, empty records, refused renegotiations.
  case tooManyBytesWithoutData
  /// The bytes ended without close_notify.
  case truncated
  /// `write` was called before the handshake or after `close`.
  case notWritable
  /// OpenSSL is out of memory, or failed in another way that is not the peer's fault.
  case library(reason: String)
}

extension TLSError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .plainHTTP: "plain HTTP request on a TLS port: use https://"
    case .notTLS: "not a TLS record"
    case .protocolVersion: "no TLS version in common with the peer"
    case .noSharedCipher: "no cipher in common with the peer"
    case .noSharedGroup: "no key exchange group in common with the peer"
    case .noApplicationProtocol: "no application protocol in common with the peer"
    case .peerAlert(let alert): "the peer ended the connection: \(alert)"
    case .decryptionFailed: "a record could not be decrypted"
    case .malformed(let reason): "protocol violation by the peer: \(reason)"
    case .tooManyBytesWithoutData: "too many bytes without application data"
    case .truncated: "connection closed without close_notify"
    case .notWritable: "cannot write before the handshake or after the close"
    case .library(let reason): "OpenSSL failed: \(reason)"
    }
  }
}

/// The description of an alert (RFC 8446 section 6, RFC 5246 section 7.2).
public struct TLSAlert: Sendable, Hashable {
  public let rawValue: UInt8
}
