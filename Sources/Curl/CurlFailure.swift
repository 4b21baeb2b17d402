internal import CCurl
private import Glibc

/// The details that libcurl has for a failed transfer, and their translation to a `CurlError`.
struct CurlFailure: Equatable {
  /// The `CURLcode`.
  var code: UInt32
  /// OpenSSL's verification result for the certificate (`X509_V_ERR_…`).
  var verifyResult = 0
  /// OpenSSL's verification result for the certificate of a proxy.
  var proxyVerifyResult = 0
  /// The errno of the failed system call.
  var systemError: Int32 = 0
  /// The status of a proxy's response to CONNECT; 0 if there was none.
  var proxyStatus = 0
  /// Whether any byte of the request was sent.
  var isRequestSent = true
  /// libcurl's error text.
  var text = ""

  func error(host: String) -> CurlError {
    switch cause(host: host) {
    case .timedOut where !isRequestSent, .cutOff where !isRequestSent: .noConnection
    case let error: error
    }
  }

  private func cause(host: String) -> CurlError {
    switch CURLcode(code) {
    case CURLE_COULDNT_CONNECT where isOfProxy(host: host):
      .other("the proxy cannot be reached: \(text)")
    case CURLE_COULDNT_RESOLVE_HOST: .unknownHost
    case CURLE_COULDNT_CONNECT where systemError == ECONNREFUSED: .refused
    case CURLE_OPERATION_TIMEDOUT: .timedOut
    case CURLE_RECV_ERROR where proxyStatus >= 300:
      .other("the proxy returned \(proxyStatus)")
    case CURLE_RECV_ERROR where isRefusalOfCertificate,
      CURLE_SEND_ERROR where isRefusalOfCertificate:
      .tls(.other("the server requires a client certificate: \(text)"))
    case CURLE_GOT_NOTHING, CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_PARTIAL_FILE, CURLE_HTTP2,
      CURLE_HTTP2_STREAM:
      .cutOff
    case CURLE_PEER_FAILED_VERIFICATION where proxyVerifyResult != 0 && verifyResult == 0:
      .tls(.other("the proxy's certificate was rejected: \(text)"))
    case CURLE_PEER_FAILED_VERIFICATION: .tls(certificateReason)
    case CURLE_SSL_PINNEDPUBKEYNOTMATCH: .tls(.otherKey)
    case CURLE_SSL_CONNECT_ERROR where text.contains("wrong version number"):
      .tls(.other("the server does not use TLS on this port"))
    case CURLE_SSL_CONNECT_ERROR where Self.cuts.contains(where: text.contains):
      .cutOff
    case CURLE_SSL_CACERT_BADFILE:
      .tls(.other("the file of trusted certificates cannot be read or contains no certificate"))
    case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CIPHER, CURLE_SSL_ENGINE_NOTFOUND,
      CURLE_SSL_ISSUER_ERROR, CURLE_USE_SSL_FAILED:
      .tls(.other(text))
    case CURLE_BAD_CONTENT_ENCODING, CURLE_WEIRD_SERVER_REPLY, CURLE_UNSUPPORTED_PROTOCOL,
      CURLE_FILESIZE_EXCEEDED:
      .malformed(text)
    default: .other(text)
    }
  }

  /// Parts of libcurl's error text if the server closes the connection during the handshake.
  private static let cuts = [
    "SSL_ERROR_SYSCALL", "SSL_ERROR_ZERO_RETURN", "unexpected eof", "Connection reset",
  ]

  /// Whether libcurl's error text for a failed connection names a host other than the server.
  private func isOfProxy(host: String) -> Bool {
    let message = text.lowercased()
    if message.contains("over proxy ") { return true }
    let start = "failed to connect to "
    // libcurl writes an internationalised name in ASCII (RFC 5891), which would not match.
    guard message.hasPrefix(start), host.utf8.allSatisfy({ $0 < 0x80 }) else { return false }
    let name = host.lowercased().filter { $0 != "[" && $0 != "]" }
    let rest = message.dropFirst(start.count)
    return !rest.hasPrefix(name + " ") && !rest.hasPrefix(name + ":")
  }

  /// Whether the server closed the connection because of the client's certificate: with TLS 1.3 it
  /// reports this only after the handshake (RFC 8446 section 4.4.2.4).
  private var isRefusalOfCertificate: Bool {
    text.contains(" alert ")
      && ["certificate", "unknown ca", "access denied", "handshake failure"]
        .contains(where: text.contains)
  }

  /// The reason that a certificate was rejected, from OpenSSL's numbers (x509_vfy.h) and libcurl's
  /// error text for the name, which libcurl compares itself.
  private var certificateReason: CurlError.TLSReason {
    switch verifyResult {
    case 9: .notYetValid
    case 10: .expired
    case 62, 64: .wrongHost
    case 0, 1: text.contains("match") || text.contains("common name") ? .wrongHost : .other(text)
    // No issuer, self-signed, or an authority that is not allowed to sign.
    case 2, 18...21, 24, 27, 28, 79: .untrusted
    default: .other(text)
    }
  }
}
