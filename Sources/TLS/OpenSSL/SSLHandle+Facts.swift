import COpenSSL

extension SSLHandle {
  /// The result of the handshake.
  var facts: TLSSessionFacts {
    let cipher = unsafe SSL_CIPHER_get_name(SSL_get_current_cipher(pointer))
    return unsafe TLSSessionFacts(
      version: TLSVersion(rawValue: SSL_version(pointer)),
      cipher: cipher.map { unsafe String(cString: $0) } ?? "",
      applicationProtocol: applicationProtocol, isResumed: SSL_session_reused(pointer) == 1,
      serverName: serverName)
  }

  private var applicationProtocol: String? {
    var name: UnsafePointer<UInt8>?
    var count: UInt32 = 0
    unsafe SSL_get0_alpn_selected(pointer, &name, &count)
    guard let name = unsafe name, count > 0 else { return nil }
    return unsafe String(
      decoding: UnsafeBufferPointer(start: name, count: Int(count)), as: UTF8.self)
  }

  private var serverName: String? {
    guard let name = unsafe SSL_get_servername(pointer, TLSEXT_NAMETYPE_host_name) else {
      return nil
    }
    return unsafe String(validatingCString: name)
  }

  /// Why the peer's certificate was rejected; nil if it was accepted.
  var verificationFailure: CertificateRejection? {
    let code = unsafe SSL_get_verify_result(pointer)
    switch Int32(truncatingIfNeeded: code) {
    case X509_V_OK: return nil
    case X509_V_ERR_CERT_HAS_EXPIRED: return .expired
    case X509_V_ERR_CERT_NOT_YET_VALID: return .notYetValid
    case X509_V_ERR_HOSTNAME_MISMATCH, X509_V_ERR_IP_ADDRESS_MISMATCH: return .wrongHost
    case X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT, X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN,
      X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT, X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY,
      X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE:
      return .untrusted
    default:
      let text = unsafe X509_verify_cert_error_string(code)
      return .other(reason: unsafe text.map { unsafe String(cString: $0) } ?? "code \(code)")
    }
  }

  /// Makes a client request and verify a host, which is a DNS name or an IP address.
  func setHost(_ host: String) throws(OpenSSLFailure) {
    // SNI carries names only (RFC 6066 section 3).
    let accepted =
      if CertificateRequest.isAddress(host) {
        unsafe X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(pointer), host) == 1
      } else {
        unsafe SSL_set1_host(pointer, host) == 1
          && openssl_SSL_set_tlsext_host_name(pointer, host) == 1
      }
    try OpenSSLFailure.check(accepted)
  }

  /// The session to resume later; nil if the server has sent no ticket yet.
  var session: TLSSession? {
    guard let session = unsafe SSL_get1_session(pointer) else { return nil }
    let owned = unsafe TLSSession(owning: session)
    return unsafe SSL_SESSION_is_resumable(session) == 1 ? owned : nil
  }

  func resume(_ session: TLSSession) throws(OpenSSLFailure) {
    try OpenSSLFailure.check(unsafe SSL_set_session(pointer, session.pointer))
  }
}
