/// Serializes responses (RFC 9112) and determines their framing.
///
/// `start` writes the head, and the whole response if its body is in memory. A body that is
/// produced while it is sent follows with `write` and ends with `finish`. `takeOutput` returns the
/// bytes to send.
public struct ResponseWriter: Sendable {
  /// The properties of a request that affect its response.
  public struct RequestFacts: Hashable, Sendable {
    public var isHead: Bool
    public var version: HTTPVersion
    /// Whether the connection may be reused after this response.
    public var isPersistent: Bool

    public init(isHead: Bool = false, version: HTTPVersion = .http11, isPersistent: Bool = true) {
      self.isHead = isHead
      self.version = version
      self.isPersistent = isPersistent
    }
  }

  /// How the body is framed (RFC 9112 section 6.3).
  enum Framing: Hashable {
    /// There is no body, and the head does not mention one.
    case none
    /// The length is announced; `sends` is false if only the head is sent.
    case length(Int, sends: Bool)
    case chunked
    case untilClose
  }

  /// The data that the current response still waits for.
  enum State: Hashable {
    case idle
    case fixed(remaining: Int)
    case chunked
    case untilClose
  }

  private(set) var state = State.idle
  /// Whether the connection can be reused after the response that was started last.
  public private(set) var isPersistent = true
  /// Body bytes written so far for the response that was started last, without its framing.
  public private(set) var bodyBytes = 0
  private var output = OutputQueue()
  private var date = DateField()

  public init() {}

  /// Whether the current response waits for body data.
  public var needsBody: Bool { state != .idle }

  /// Number of bytes that wait to be taken.
  public var outputBytes: Int { output.byteCount }

  /// Returns the next bytes to send, or nil if there are none. Release the slice once it is
  /// written.
  public mutating func takeOutput() -> ArraySlice<UInt8>? { output.take() }

  /// Frees a large buffer if nothing waits to be written.
  public mutating func shrink() { output.shrink() }

  /// Writes 100 Continue, which lets the client send its body (RFC 9110 section 15.2.1).
  public mutating func writeContinue() {
    output.write { $0.append(contentsOf: "HTTP/1.1 100 Continue\r\n\r\n".utf8) }
  }

  /// Begins the final response. A 1xx status cannot be final and becomes 500.
  ///
  /// The response must not have the fields `Connection`, `Content-Length`, `Date`, `Keep-Alive`,
  /// `Transfer-Encoding` and `Upgrade`, because the app does not control framing.
  public mutating func start(
    _ response: Response, to request: RequestFacts, secondsSince1970: Int
  ) {
    guard !response.status.isInformational else {
      start(Response(.internalServerError), to: request, secondsSince1970: secondsSince1970)
      return
    }
    let framing = Self.framing(of: response, to: request)
    bodyBytes = 0
    isPersistent = request.isPersistent && framing != .untilClose
    let date = date.bytes(secondsSince1970: secondsSince1970)
    let needsKeepAlive = isPersistent && request.version == .http10
    let connection = isPersistent ? (needsKeepAlive ? "keep-alive" : nil) : "close"
    output.write { buffer in
      Self.appendHead(of: response, date: date, framing: framing, to: &buffer)
      if let connection {
        buffer.append(contentsOf: "Connection: ".utf8)
        buffer.append(contentsOf: connection.utf8)
        buffer.append(contentsOf: "\r\n".utf8)
      }
      buffer.append(.carriageReturn)
      buffer.append(.lineFeed)
    }
    startBody(response.body, framing)
  }

  /// Appends bytes to the body of the current response.
  public mutating func write(_ bytes: ArraySlice<UInt8>) throws(ResponseError) {
    switch state {
    case .idle:
      throw .noBodyExpected
    case .fixed(let remaining):
      output.write(bytes.prefix(remaining))
      bodyBytes += min(remaining, bytes.count)
      state = .fixed(remaining: max(0, remaining - bytes.count))
      if bytes.count > remaining { throw .bodyLongerThanAnnounced }
    case .chunked:
      // A chunk of size 0 would end the body.
      if bytes.isEmpty { return }
      output.write { buffer in
        buffer.append(hexadecimal: bytes.count)
        buffer.append(.carriageReturn)
        buffer.append(.lineFeed)
      }
      output.write(bytes)
      output.write { $0.append(contentsOf: "\r\n".utf8) }
      bodyBytes += bytes.count
    case .untilClose:
      output.write(bytes)
      bodyBytes += bytes.count
    }
  }

  /// Ends the current response.
  public mutating func finish() throws(ResponseError) {
    defer { state = .idle }
    switch state {
    case .idle:
      throw .noBodyExpected
    case .fixed(let remaining):
      if remaining > 0 { throw .bodyShorterThanAnnounced }
    case .chunked:
      output.write { $0.append(contentsOf: "0\r\n\r\n".utf8) }
    case .untilClose:
      break
    }
  }

  private mutating func startBody(_ body: ResponseBody, _ framing: Framing) {
    switch (framing, body) {
    case (.length(_, sends: true), .bytes(let bytes)):
      output.write(bytes)
      bodyBytes = bytes.count
    case (.length(let count, sends: true), .slices(let slices)):
      for slice in slices { output.write(slice) }
      bodyBytes = count
    case (.length(let count, sends: true), .stream): state = .fixed(remaining: count)
    case (.chunked, _): state = .chunked
    case (.untilClose, _): state = .untilClose
    case (.length, _), (.none, _): break
    }
  }
}
