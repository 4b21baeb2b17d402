import HTTP
import Testing

/// A valid request, and the values to read from it.
struct GoodRequest: Sendable, CustomTestStringConvertible {
  let name: String
  let text: String
  var method = Method.get
  var path = "/"
  var body = ""

  var bytes: [UInt8] { Array(text.utf8) }
  var testDescription: String { name }

  static let all = [
    GoodRequest(name: "the shortest", text: "GET / HTTP/1.1\r\nHost:\r\n\r\n"),
    GoodRequest(name: "HTTP/1.0 without fields", text: "GET / HTTP/1.0\r\n\r\n"),
    GoodRequest(
      name: "curl", text: "GET /getchatts/ HTTP/1.1\r\nHost: a:8443\r\nAccept: */*\r\n\r\n",
      path: "/getchatts/"),
    GoodRequest(
      name: "an empty line before", text: "\r\n\r\nGET /a HTTP/1.1\r\nHost: a\r\n\r\n", path: "/a"),
    GoodRequest(
      name: "no space after the colon", text: "GET / HTTP/1.1\r\nHost:a\r\nX-A:b:c\r\n\r\n"),
    GoodRequest(
      name: "whitespace around a value", text: "GET / HTTP/1.1\r\nhOsT: \t a \t \r\nX:\t\r\n\r\n"),
    GoodRequest(
      name: "bytes over 0x7F in a value", text: "GET / HTTP/1.1\r\nHost: a\r\nX-Name: Zoë\r\n\r\n"),
    GoodRequest(
      name: "a body of known length",
      text: "POST /postchatt/ HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello",
      method: .post, path: "/postchatt/", body: "hello"),
    GoodRequest(
      name: "a length of zero", text: "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n",
      method: .post),
    GoodRequest(
      name: "leading zeros in a length",
      text: "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0003\r\n\r\nabc", method: .post,
      body: "abc"),
    GoodRequest(
      name: "chunks",
      text: "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
        + "5\r\nhello\r\n1\r\n \r\nA\r\n0123456789\r\n0\r\n\r\n",
      method: .post, body: "hello 0123456789"),
    GoodRequest(
      name: "chunk extensions and trailers",
      text: "POST / HTTP/1.1\r\nHost: a\r\ntransfer-encoding:Chunked\r\n\r\n"
        + "5;a=b;c=\"d e\"\r\nhello\r\n00;last\r\nX-Check: 1\r\nX-More:\r\n\r\n",
      method: .post, body: "hello"),
    GoodRequest(
      name: "only the last chunk",
      text: "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      method: .post),
    GoodRequest(
      name: "a body that looks like a request",
      text: "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 18\r\n\r\nGET / HTTP/1.1\r\n\r\n",
      method: .post, body: "GET / HTTP/1.1\r\n\r\n"),
    GoodRequest(
      name: "absolute-form",
      text: "GET http://b.example:80/x?y HTTP/1.1\r\nHost: a\r\n\r\n", path: "/x"),
    GoodRequest(
      name: "OPTIONS of the server", text: "OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n",
      method: .options, path: "*"),
    GoodRequest(
      name: "HEAD", text: "HEAD /a HTTP/1.1\r\nHost: a\r\n\r\n", method: .head, path: "/a"),
    GoodRequest(
      name: "another method", text: "get /a HTTP/1.1\r\nHost: a\r\n\r\n", method: "get",
      path: "/a"),
    GoodRequest(
      name: "Expect",
      text: "PUT /a HTTP/1.1\r\nHost: a\r\nExpect: 100-Continue\r\nContent-Length: 2\r\n\r\nok",
      method: "PUT", path: "/a", body: "ok"),
    GoodRequest(
      name: "an IPv6 host", text: "GET / HTTP/1.1\r\nHost: [2001:db8::1]:8443\r\n\r\n"),
  ]

  /// All of the requests, pipelined on one connection.
  static let pipeline = all.map(\.text).joined()
}
