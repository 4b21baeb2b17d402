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

extension TLSAlert: CustomStringConvertible {
  /// The name in RFC 8446 section 6, or the number.
  public var description: String { Self.names[rawValue] ?? "alert \(rawValue)" }

  private static let names: [UInt8: String] = [
    10: "unexpected_message", 20: "bad_record_mac", 21: "decryption_failed",
    22: "record_overflow", 40: "handshake_failure", 42: "bad_certificate",
    43: "unsupported_certificate", 44: "certificate_revoked", 45: "certificate_expired",
    46: "certificate_unknown", 47: "illegal_parameter", 48: "unknown_ca", 49: "access_denied",
    50: "decode_error", 51: "decrypt_error", 70: "protocol_version",
    71: "insufficient_security", 80: "internal_error", 86: "inappropriate_fallback",
    90: "user_canceled", 100: "no_renegotiation", 109: "missing_extension",
    110: "unsupported_extension", 112: "unrecognized_name",
    113: "bad_certificate_status_response", 115: "unknown_psk_identity",
    116: "certificate_required", 120: "no_application_protocol",
  ]
}
