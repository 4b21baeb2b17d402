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
