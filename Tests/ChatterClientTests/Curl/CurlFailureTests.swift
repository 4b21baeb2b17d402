import Glibc
import Testing

@testable import ChatterClient

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
  static let table: [(CurlFailure, ClientError)] = [
    (failure(6), .network(.unknownHost("chatter.test"))),
    (failure(5), .network(.other("words"))),
    (failure(7, errno: ECONNREFUSED), .network(.refused)),
    (failure(7, errno: EHOSTUNREACH), .network(.other("words"))),
    (
      failure(7, errno: ECONNREFUSED, "Failed to connect to Chatter.test port 1 after 0 ms: no"),
      .network(.refused)
    ),
    (
      failure(7, errno: ECONNREFUSED, "Failed to connect to chatter.test port 1 over proxy a: no"),
      .network(
        .other(
          "the proxy cannot be reached: Failed to connect to chatter.test port 1 over proxy a: no"))
    ),
    (
      failure(7, errno: ECONNREFUSED, "Failed to connect to chatter.tests port 1"),
      .network(.other("the proxy cannot be reached: Failed to connect to chatter.tests port 1"))
    ),
    (failure(28), .network(.timedOut)),
    (failure(52), .network(.cutOff)), (failure(56), .network(.cutOff)),
    (failure(55), .network(.cutOff)), (failure(18), .network(.cutOff)),
    (failure(16), .network(.cutOff)), (failure(92), .network(.cutOff)),
    (failure(56, proxy: 407), .network(.other("the proxy returned 407"))),
    (failure(56, proxy: 200), .network(.cutOff)),
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
      .network(.cutOff)
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
    (failure(35, "Recv failure: Connection reset by peer"), .network(.cutOff)),
    (failure(35, "OpenSSL SSL_connect: SSL_ERROR_SYSCALL in connection"), .network(.cutOff)),
    (unsent(28), .network(.noConnection)), (unsent(35, "unexpected eof"), .network(.noConnection)),
    (unsent(56), .network(.noConnection)), (unsent(7), .network(.other("words"))),
    (failure(90), .tls(.otherKey)), (failure(35), .tls(.other("words"))),
    (
      failure(35, "error:0A00010B:SSL routines::wrong version number"),
      .tls(.other("the server does not use TLS on this port"))
    ),
    (
      failure(77),
      .tls(.other("the file of trusted certificates cannot be read or contains no certificate"))
    ),
    (failure(61), .malformedResponse("words")), (failure(8), .malformedResponse("words")),
    (failure(1), .malformedResponse("words")), (failure(63), .malformedResponse("words")),
    (failure(27), .network(.other("words"))), (failure(999), .network(.other("words"))),
  ]

  @Test(arguments: table)
  func translatesEachFailureOfLibcurl(failure: CurlFailure, error: ClientError) {
    #expect(failure.error(host: "chatter.test") == error)
  }
}
