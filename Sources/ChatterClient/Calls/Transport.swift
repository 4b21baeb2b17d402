public import Chatter

/// Sends a call to a server and returns the response: libcurl, or a double in tests and previews.
public protocol Transport: Sendable {
  /// Sends one request and waits for the whole response, whatever its status.
  ///
  /// Does not follow redirects. Throws `cancelled` soon after the task is cancelled. Calls
  /// `progress` from time to time, on any thread, with the progress of the transfer.
  func send(
    _ request: TransportRequest, progress: (@Sendable (TransferProgress) -> Void)?
  ) async throws(ClientError) -> TransportResponse
}

/// A request for one of the calls.
public struct TransportRequest: Sendable, Equatable {
  /// The server, with the trust that it must satisfy.
  public let server: Server
  /// The call, which determines the method and the path.
  public let call: Call
  /// The JSON body of a post; nil for a GET.
  public var body: [UInt8]?
  /// The key by which the server recognises repeats of a post.
  public var key: PostKey?
  /// Whether the transport must not retry the request on its own, because the server does not
  /// support keys.
  public var isSentOnce = false
  /// The entity tag of the list that the caller has; the server returns 304 if its list still has
  /// it (RFC 9110 section 13.1.2).
  public var entityTag: String?

  /// Whether the transfer ends with the certificate of the server, which is not verified, instead
  /// of sending the request.
  var isForCertificate = false

  /// Creates a request for a call; a post needs a body and may have a key.
  public init(_ call: Call, on server: Server, body: [UInt8]? = nil, key: PostKey? = nil) {
    self.server = server
    self.call = call
    self.body = body
    self.key = key
  }

  /// The URL of the request.
  public var url: String { server.url(of: call) }
}

/// The response to a request.
public struct TransportResponse: Sendable, Equatable {
  /// The status code (RFC 9110 section 15).
  public var status: Int
  /// The decoded body.
  public var body: [UInt8]
  /// The delay before the next attempt, if the server requests one (RFC 9110 section 10.2.3).
  public var retryAfter: Duration?
  /// The entity tag of the body, as the server wrote it (RFC 9110 section 8.8.3).
  public var entityTag: String?
  /// The URL to which a 3xx response redirects.
  public var redirectURL: String?
  /// Whether the response was received over HTTP/2.
  public var isHTTP2: Bool
  /// The certificate of the server, if the request was for it.
  var certificate: ServerCertificate?

  /// Creates a response, as a test double of a server does.
  public init(
    status: Int, body: [UInt8], retryAfter: Duration? = nil, entityTag: String? = nil,
    redirectURL: String? = nil, isHTTP2: Bool = false
  ) {
    self.status = status
    self.body = body
    self.retryAfter = retryAfter
    self.entityTag = entityTag
    self.redirectURL = redirectURL
    self.isHTTP2 = isHTTP2
  }
}

/// The progress of a transfer, in bytes of the body as transferred.
public struct TransferProgress: Sendable, Equatable {
  /// Number of bytes sent.
  public var sentByteCount: Int
  /// Total number of bytes to send; 0 if there is no body.
  public var bytesToSend: Int
  /// Number of bytes received.
  public var receivedByteCount: Int
  /// Total number of bytes to receive; 0 if the server has not announced it.
  public var bytesToReceive: Int

  /// Creates a progress from the four counts.
  public init(
    sentByteCount: Int, bytesToSend: Int, receivedByteCount: Int, bytesToReceive: Int
  ) {
    self.sentByteCount = sentByteCount
    self.bytesToSend = bytesToSend
    self.receivedByteCount = receivedByteCount
    self.bytesToReceive = bytesToReceive
  }
}
