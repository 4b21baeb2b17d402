/// A request to another server, and what its connection and its response must satisfy.
///
/// Redirects are not followed.
public struct CurlRequest: Sendable {
  /// The certificate or the key that the server must have.
  public enum Trust: Sendable, Equatable {
    /// A certificate signed by this machine's authorities, with a matching name and valid dates.
    case system
    /// A certificate signed by one in this PEM file, with a matching name and valid dates.
    case file(String)
    /// The key whose SHA-256 is this text in base64, without a check of chain, name or dates.
    case pinnedKey(base64: String)
  }

  public var url: String
  public var method = "GET"
  /// Header field lines, such as `Accept: application/json`.
  public var fields: [String] = []
  /// The body of a POST.
  public var body: [UInt8] = []
  /// The value of the field `User-Agent`.
  public var userAgent: String
  public var trust = Trust.system
  public var limits: CurlLimits
  /// Whether `http` is allowed as well as `https`.
  public var allowsPlainText = false
  /// Whether a proxy of the environment is used (`https_proxy`, `no_proxy`).
  public var usesProxies = false
  /// Whether compressed responses are requested; `CurlLimits.bodyBytesMax` is of the decoded body.
  public var takesCoding = false
  /// Whether libcurl must not repeat the request when a used connection ends without a response.
  public var isSentOnce = false
  /// Whether the transfer ends with the server's certificate, which is not verified.
  public var isForCertificate = false

  /// Creates a GET request.
  public init(url: String, userAgent: String, limits: CurlLimits) {
    (self.url, self.userAgent, self.limits) = (url, userAgent, limits)
  }
}

/// Limits on the duration of a transfer and the size of its response.
public struct CurlLimits: Sendable, Equatable {
  /// Timeout for establishing a connection, including TLS.
  public var connectTimeout: Duration
  /// Timeout without any byte sent or received, in whole seconds.
  public var idleTimeout: Duration
  /// Timeout for the whole transfer; nil for a response that lasts until someone ends it.
  public var totalTimeout: Duration?
  /// Maximum size of the decoded body in bytes, unless it is passed on as it arrives.
  public var bodyBytesMax: Int?
  /// Maximum number of received bytes, heads and chunk framing included; nil without a limit.
  public var receivedBytesMax: Int?

  /// Creates limits.
  public init(
    connectTimeout: Duration, idleTimeout: Duration, totalTimeout: Duration?, bodyBytesMax: Int?,
    receivedBytesMax: Int? = nil
  ) {
    (self.connectTimeout, self.idleTimeout) = (connectTimeout, idleTimeout)
    (self.totalTimeout, self.bodyBytesMax) = (totalTimeout, bodyBytesMax)
    self.receivedBytesMax = receivedBytesMax
  }
}

/// The response to a request.
public struct CurlResponse: Sendable, Equatable {
  /// The status code (RFC 9110 section 15).
  public var status = 200
  /// The decoded body.
  public var body: [UInt8] = []
  /// The delay before the next attempt, if the server requests one (RFC 9110 section 10.2.3).
  public var retryAfter: Duration?
  /// The entity tag of the body (RFC 9110 section 8.8.3), if it can be sent back.
  public var entityTag: String?
  /// The URL to which a 3xx response redirects.
  public var redirectURL: String?
  /// Whether the response was received over HTTP/2.
  public var isHTTP2 = false
  /// libcurl's lines about the server's certificate (CURLINFO_CERTINFO(3)), if requested.
  public var certificateLines: [String] = []

  /// Whether the body is passed on as it arrives, if the caller wants that: it is not an error's.
  public var hasStreamedBody: Bool { status == 200 || status == 206 }
}

/// The progress of a transfer, in bytes of the body as transferred; 0 for a size that is unknown.
public typealias CurlProgress =
  @Sendable (
    _ sent: Int, _ toSend: Int, _ received: Int, _ toReceive: Int
  ) -> Void

/// Receives a chunk of a body, with the response to which it belongs; returns false to end the
/// transfer. It is called on any thread, in order, and must not block.
public typealias CurlReceiver = @Sendable (CurlResponse, [UInt8]) -> Bool
