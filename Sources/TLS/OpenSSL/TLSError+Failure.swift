import COpenSSL
internal import Crypto

extension TLSError {
  /// Determines the cause of a failure from OpenSSL's reason codes.
  init(_ failure: OpenSSLFailure) {
    let reasons = failure.reasons(of: Int32(ERR_LIB_SSL))
    if let reason = reasons.first {
      self = Self.named(reason) ?? .malformed(reason: failure.reason)
    } else {
      self = .library(reason: failure.reason)
    }
  }

  /// Returns the error for a reason code. Reasons from 1000 on are alerts of the peer
  /// (SSL_AD_REASON_OFFSET).
  private static func named(_ reason: Int32) -> TLSError? {
    if let alert = UInt8(exactly: reason - SSL_AD_REASON_OFFSET) {
      return .peerAlert(TLSAlert(rawValue: alert))
    }
    return switch reason {
    case SSL_R_HTTP_REQUEST, SSL_R_HTTPS_PROXY_REQUEST: .plainHTTP
    case SSL_R_WRONG_VERSION_NUMBER, SSL_R_BAD_RECORD_TYPE: .notTLS
    case SSL_R_UNSUPPORTED_PROTOCOL, SSL_R_VERSION_TOO_LOW, SSL_R_NO_PROTOCOLS_AVAILABLE,
      SSL_R_UNKNOWN_PROTOCOL, SSL_R_BAD_LEGACY_VERSION:
      .protocolVersion
    case SSL_R_NO_SHARED_CIPHER: .noSharedCipher
    case SSL_R_NO_SUITABLE_KEY_SHARE, SSL_R_NO_SUITABLE_GROUPS, SSL_R_NO_SHARED_GROUPS:
      .noSharedGroup
    case SSL_R_NO_APPLICATION_PROTOCOL: .noApplicationProtocol
    case SSL_R_DECRYPTION_FAILED_OR_BAD_RECORD_MAC, SSL_R_DECRYPTION_FAILED: .decryptionFailed
    case SSL_R_UNEXPECTED_EOF_WHILE_READING: .truncated
    case SSL_R_TOO_MANY_KEY_UPDATES, SSL_R_TOO_MANY_WARN_ALERTS: .tooManyBytesWithoutData
    default: nil
    }
  }
}

extension TLSAlert: CustomStringConvertible {
  /// OpenSSL's name of the alert, such as `unknown CA`, or the number.
  public var description: String {
    let name = unsafe SSL_alert_desc_string_long(Int32(rawValue)).map { unsafe String(cString: $0) }
    return name.flatMap { $0 == "unknown" ? nil : $0 } ?? "alert \(rawValue)"
  }
}
