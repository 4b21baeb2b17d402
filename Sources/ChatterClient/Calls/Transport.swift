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

  /// Sends one request, and passes the body of a 200 or 206 to `receive` as it arrives, with the
  /// response without its body.
  ///
  /// `receive` is called on any thread, in order, and must not block. If it returns false, the
  /// transfer ends with ``ClientError/NetworkError/cutOff``. The body of any other response is
  /// returned as by ``send(_:progress:)``.
  func stream(
    _ request: TransportRequest, receive: @escaping BodyReceiver
  ) async throws(ClientError) -> TransportResponse
}

/// Receives a chunk of a body, with its response; returns false to end the transfer.
public typealias BodyReceiver = @Sendable (TransportResponse, [UInt8]) -> Bool

extension Transport {
  /// Passes the body in one chunk, for transports that collect it, such as test doubles.
  public func stream(
    _ request: TransportRequest, receive: @escaping BodyReceiver
  ) async throws(ClientError) -> TransportResponse {
    var response = try await send(request, progress: nil)
    guard response.hasStreamedBody else { return response }
    let body = response.body
    response.body = []
    guard receive(response, body) else { throw .network(.cutOff) }
    return response
  }
}

/// A request for one of the calls.
public struct TransportRequest: Sendable, Equatable {
  /// The server, with the trust that it must satisfy.
  public let server: Server
  /// The call, which determines method and path; for a call of `/v1`, the lab call most like it.
  public let call: Call
  /// The call of `/v1`, which determines the method and the path; nil for a lab call.
  public let v1: V1Call?
  /// The JSON body of a post; nil for any other method.
  public var body: [UInt8]?
  /// The key by which the server recognises repeats of a post.
  public var key: PostKey?
  /// Whether the transport must not retry the request: the server does not support keys.
  public var isSentOnce = false
  /// The entity tag of the list that the caller has; the server returns 304 if its list still has
  /// it (RFC 9110 section 13.1.2).
  public var entityTag: String?

  /// The token that is sent with the request: that of the server, or the one that deletes a chatt.
  var token: AccessToken?
  /// More header field lines, such as `Range: bytes=1-`; their values are checked by the caller.
  var fields: [String] = []
  /// Whether the response lasts until someone ends it: it has no total timeout and no size.
  var isEndless = false

  var isForCertificate = false

  /// Creates a request for a call; a post needs a body and may have a key.
  public init(_ call: Call, on server: Server, body: [UInt8]? = nil, key: PostKey? = nil) {
    (self.server, token) = (server, server.token)
    (self.call, v1) = (call, nil)
    self.body = body
    self.key = key
  }

  /// Creates a request for a call of `/v1`; a post needs a body and may have a key.
  public init(_ call: V1Call, on server: Server, body: [UInt8]? = nil, key: PostKey? = nil) {
    (self.server, token) = (server, server.token)
    (self.call, v1) = (call.labCall, call)
    self.body = body
    self.key = key
  }

  /// The URL of the request.
  public var url: String { v1.map { server.url + $0.target } ?? server.url(of: call) }
  /// The method of the request.
  public var method: String { v1?.method ?? call.method }
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

  /// Whether ``Transport/stream(_:receive:)`` passes the body on as it arrives.
  var hasStreamedBody: Bool { status == 200 || status == 206 }
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
