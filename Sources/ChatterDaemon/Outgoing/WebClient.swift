import Curl

/// Sends requests to the few servers that the operator names: an identity provider and a webhook.
///
/// Redirects are not followed and proxies are not used, so a request reaches no other server than
/// the named one. A server over HTTPS must have a certificate that is trusted.
struct WebClient: Sendable {
  /// Maximum number of connections to one server.
  static let connectionsMax = 128
  /// How many bytes of heads and framing a response may have beside four times its body.
  static let headBytesMax = 64 << 10

  /// One request.
  struct Request: Sendable {
    let url: WebURL
    /// The body of a POST, in JSON; nil for a GET.
    var json: [UInt8]?
    /// Maximum size of the response's body, in bytes.
    let bytesMax: Int
    /// Maximum time from the start of the request to the end of the response.
    let timeout: Duration
  }

  private let client = CurlClient(connectionsMax: connectionsMax)
  private let agent: String
  private let trust: CurlRequest.Trust

  /// Creates a client.
  ///
  /// - Parameter authorities: A PEM file with the trusted authorities; nil for those of the system.
  init(agent: String, trusting authorities: String? = nil) {
    self.agent = agent
    trust = authorities.map { .file($0) } ?? .system
  }

  /// Sends a request and returns its response, whatever its status. Any task may call this.
  func response(to request: Request) async throws(CurlError) -> CurlResponse {
    var sent = CurlRequest(
      url: request.url.description, userAgent: agent,
      limits: CurlLimits(
        connectTimeout: request.timeout, idleTimeout: request.timeout,
        totalTimeout: request.timeout, bodyBytesMax: request.bytesMax,
        receivedBytesMax: 4 * request.bytesMax + Self.headBytesMax))
    (sent.trust, sent.allowsPlainText) = (trust, true)
    sent.fields = ["Accept: application/json"]
    if let body = request.json {
      sent.method = "POST"
      sent.body = body
      sent.fields.append("Content-Type: application/json")
    }
    return try await client.send(sent)
  }
}
