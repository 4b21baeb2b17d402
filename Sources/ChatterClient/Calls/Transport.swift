public import Chatter

/// What carries a call to a server and its answer back: libcurl, or a double in tests and previews.
public protocol Transport: Sendable {
  /// Sends one request and waits for the whole answer, whatever its status.
  ///
  /// It follows no redirect. It ends with `cancelled` soon after the task is cancelled. `progress` is
  /// told now and then, on any thread, how far the transfer is.
  func send(
    _ request: TransportRequest, progress: (@Sendable (TransferProgress) -> Void)?
  ) async throws(ClientError) -> TransportAnswer
}

/// One of the calls, ready to be sent.
public struct TransportRequest: Sendable, Equatable {
  /// Where it goes, and whom we take for that.
  public let server: Server
  /// What is asked; it decides on the method and the path.
  public let call: Call
  /// JSON, of a post; a GET has none.
  public var body: [UInt8]?
  /// What the server tells repeats of a post by.
  public var key: PostKey?
  /// Whether the transport, too, must not send it a second time by itself: for a server that knows
  /// no keys.
  public var isSentOnce = false
  /// Of the list that the caller has: the server may answer 304 where it has no other (RFC 9110
  /// section 13.1.2).
  public var entityTag: String?

  /// Takes a call, and what a post needs besides.
  public init(_ call: Call, on server: Server, body: [UInt8]? = nil, key: PostKey? = nil) {
    self.server = server
    self.call = call
    self.body = body
    self.key = key
  }

  /// Where it is sent.
  public var url: String { server.url(of: call) }
}

/// What came back.
public struct TransportAnswer: Sendable, Equatable {
  /// The status code (RFC 9110 section 15).
  public var status: Int
  /// The content, decoded.
  public var body: [UInt8]
  /// How long to wait before another try, where the server says it (RFC 9110 section 10.2.3).
  public var retryAfter: Duration?
  /// What tells this content from others at the same place, as the server wrote it (RFC 9110 section
  /// 8.8.3).
  public var entityTag: String?
  /// Where the server sends us, in an answer of 3xx.
  public var redirectURL: String?
  /// Whether it came by HTTP/2.
  public var isHTTP2: Bool

  /// An answer as a double of a server gives it.
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

/// How far a transfer is, in bytes of content as they are on the wire.
public struct TransferProgress: Sendable, Equatable {
  /// How much has gone up.
  public var sentByteCount: Int
  /// 0 where nothing is to be sent.
  public var bytesToSend: Int
  /// How much has come down.
  public var receivedByteCount: Int
  /// 0 until the server has announced it, and where it never does.
  public var bytesToReceive: Int

  /// Takes the four counts.
  public init(
    sentByteCount: Int, bytesToSend: Int, receivedByteCount: Int, bytesToReceive: Int
  ) {
    self.sentByteCount = sentByteCount
    self.bytesToSend = bytesToSend
    self.receivedByteCount = receivedByteCount
    self.bytesToReceive = bytesToReceive
  }
}
