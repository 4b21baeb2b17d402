import Glibc
import Testing

@testable import Curl

struct CurlFailureTests {
  private static func failure(
    _ code: UInt32, verify: Int = 0, errno: Int32 = 0, proxy: Int = 0, proxyVerify: Int = 0,
    _ text: String = "words"
  ) -> CurlFailure {
    CurlFailure(
      code: code, verifyResult: verify, proxyVerifyResult: proxyVerify, systemError: errno,
      proxyStatus: proxy, text: text)
  }

  /// The same failure before any byte of the request was sent.
  private static func unsent(_ code: UInt32, _ text: String = "words") -> CurlFailure {
    CurlFailure(code: code, isRequestSent: false, text: text)
  }

  /// The numbers of libcurl-errors(3), and of x509_vfy.h.
  static let table: [(CurlFailure, CurlError)] = [
    (failure(6), .unknownHost),
    (failure(5), .other("words")),
    (failure(7, errno: ECONNREFUSED), .refused),
    (failure(7, errno: EHOSTUNREACH), .other("words")),
    (
      failure(7, errno: ECONNREFUSED, "Failed to connect to Chatter.test port 1 after 0 ms: no"),
      .refused
    ),
    (
      failure(7, errno: ECONNREFUSED, "Failed to connect to chatter.test port 1 over proxy a: no"),
      .other(
        "the proxy cannot be reached: Failed to connect to chatter.test port 1 over proxy a: no")
    ),
    (
      failure(7, errno: ECONNREFUSED, "Failed to connect to chatter.tests port 1"),
      .other("the proxy cannot be reached: Failed to connect to chatter.tests port 1")
    ),
    (failure(28), .timedOut),
    (failure(52), .cutOff), (failure(56), .cutOff),
    (failure(55), .cutOff), (failure(18), .cutOff),
    (failure(16), .cutOff), (failure(92), .cutOff),
    (failure(56, proxy: 407), .other("the proxy returned 407")),
    (failure(56, proxy: 200), .cutOff),
    (
      failure(
        56, "OpenSSL SSL_read: error:0A00045C:SSL routines::tlsv13 alert certificate required"),
      .tls(
        .other(
          """
          the server requires a client certificate: OpenSSL SSL_read: error:0A00045C:SSL \
          routines::tlsv13 alert certificate required
          """))
    ),
    (
      failure(56, "OpenSSL SSL_read: error:0A000438:SSL routines::tlsv1 alert internal error"),
      .cutOff
    ),
    (failure(60, proxyVerify: 19), .tls(.other("the proxy's certificate was rejected: words"))),
    (failure(60, verify: 9), .tls(.notYetValid)), (failure(60, verify: 10), .tls(.expired)),
    (failure(60, verify: 62), .tls(.wrongHost)), (failure(60, verify: 64), .tls(.wrongHost)),
    (failure(60, verify: 1, "SSL: … does not match target host name 'a'"), .tls(.wrongHost)),
    (
      failure(60, verify: 0, "SSL: unable to obtain common name from peer certificate"),
      .tls(.wrongHost)
    ),
    (failure(60, verify: 18), .tls(.untrusted)), (failure(60, verify: 19), .tls(.untrusted)),
    (failure(60, verify: 20), .tls(.untrusted)), (failure(60, verify: 21), .tls(.untrusted)),
    (failure(60, verify: 26), .tls(.other("words"))), (failure(60), .tls(.other("words"))),
    (failure(35, "Recv failure: Connection reset by peer"), .cutOff),
    (failure(35, "OpenSSL SSL_connect: SSL_ERROR_SYSCALL in connection"), .cutOff),
    (unsent(28), .noConnection), (unsent(35, "unexpected eof"), .noConnection),
    (unsent(56), .noConnection), (unsent(7), .other("words")),
    (failure(90), .tls(.otherKey)), (failure(35), .tls(.other("words"))),
    (
      failure(35, "error:0A00010B:SSL routines::wrong version number"),
      .tls(.other("the server does not use TLS on this port"))
    ),
    (
      failure(77),
      .tls(.other("the file of trusted certificates cannot be read or contains no certificate"))
    ),
    (failure(61), .malformed("words")), (failure(8), .malformed("words")),
    (failure(1), .malformed("words")), (failure(63), .malformed("words")),
    (failure(27), .other("words")), (failure(999), .other("words")),
  ]

  @Test(arguments: table)
  func translatesEachFailureOfLibcurl(failure: CurlFailure, error: CurlError) {
    #expect(failure.error(host: "chatter.test") == error)
  }
}
