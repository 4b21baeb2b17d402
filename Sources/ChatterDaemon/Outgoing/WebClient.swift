import Curl

/// Sends requests to the few servers that the operator names: an identity provider and a webhook.
///
/// Redirects are not followed and proxies are not used, so a request reaches no other server than
/// the named one. A server over HTTPS must have a certificate that is trusted.
struct WebClient: Sendable {
  static let connectionsMax = 128
  /// How many bytes of heads and framing a response may have beside four times its body.
  static let headBytesMax = 64 << 10

  private let client = CurlClient(connectionsMax: connectionsMax)
  private let agent: String
  private let trust: CurlRequest.Trust

  /// - Parameter authorities: A PEM file with the trusted authorities; nil for those of the system.
  init(agent: String, trusting authorities: String? = nil) {
    self.agent = agent
    trust = authorities.map { .file($0) } ?? .system
  }

  /// Returns the response to a GET, or to a POST of JSON, whatever its status.
  ///
  /// - Parameters:
  ///   - bytesMax: Maximum size of the response's body.
  ///   - timeout: Maximum time from the start of the request to the end of the response.
  func response(
    from url: WebURL, posting json: [UInt8]? = nil, bytesMax: Int, timeout: Duration
  ) async throws(CurlError) -> CurlResponse {
    var sent = CurlRequest(
      url: url.description, userAgent: agent,
      limits: CurlLimits(
        connectTimeout: timeout, idleTimeout: timeout, totalTimeout: timeout,
        bodyBytesMax: bytesMax, receivedBytesMax: 4 * bytesMax + Self.headBytesMax))
    (sent.trust, sent.allowsPlainText) = (trust, true)
    sent.fields = ["Accept: application/json"]
    if let json {
      (sent.method, sent.body) = ("POST", json)
      sent.fields.append("Content-Type: application/json")
    }
    return try await client.send(sent)
  }
}
