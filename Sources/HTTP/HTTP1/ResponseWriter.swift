/// Makes bytes of responses (RFC 9112): it alone says how they are framed.
///
/// `start` writes the head, and all of a response whose content is in memory; content that is made
/// while it is sent follows with `write` and ends with `finish`. `takeOutput` gives what is to be
/// sent.
public struct ResponseWriter: Sendable {
  /// What a response must know of its request.
  public struct RequestFacts: Hashable, Sendable {
    public var isHead: Bool
    public var version: HTTPVersion
    /// May the connection be kept after this response?
    public var isPersistent: Bool

    public init(isHead: Bool = false, version: HTTPVersion = .http11, isPersistent: Bool = true) {
      self.isHead = isHead
      self.version = version
      self.isPersistent = isPersistent
    }
  }

  /// How the content is framed (RFC 9112 section 6.3).
  enum Framing: Hashable {
    /// No content, and nothing said about it.
    case none
    /// The length is announced; `sends` is false where only the head is wanted.
    case length(Int, sends: Bool)
    case chunked
    case untilClose
  }

  /// What the response under way still waits for.
  enum State: Hashable {
    case idle
    case fixed(remaining: Int)
    case chunked
    case untilClose
  }

  private(set) var state = State.idle
  /// Can the connection be kept after the response that was started last?
  public private(set) var isPersistent = true
  /// How much content of the response that was started last there is so far, without its framing.
  public private(set) var contentBytes = 0
  private var output = OutputQueue()
  private var date = DateField()

  public init() {}

  /// Does the response that was started wait for content?
  public var needsBody: Bool { state != .idle }

  /// How many bytes wait to be taken.
  public var outputBytes: Int { output.byteCount }

  /// The next bytes to send, nil when none are left; let go of the slice when it is written.
  public mutating func takeOutput() -> ArraySlice<UInt8>? { output.take() }

  /// Keeps no large buffer while nothing is to be written.
  public mutating func shrink() { output.shrink() }

  /// Asks the client to send its content (RFC 9110 section 15.2.1).
  public mutating func writeContinue() {
    output.write { $0.append(contentsOf: "HTTP/1.1 100 Continue\r\n\r\n".utf8) }
  }

  /// Begins the final response; a 1xx status, which cannot be one, becomes 500.
  ///
  /// The fields `Connection`, `Content-Length`, `Date`, `Keep-Alive`, `Transfer-Encoding` and
  /// `Upgrade` of the response are not sent: framing is not the app's business.
  public mutating func start(
    _ response: Response, to request: RequestFacts, secondsSince1970: Int
  ) {
    guard !response.status.isInformational else {
      start(Response(.internalServerError), to: request, secondsSince1970: secondsSince1970)
      return
    }
    let framing = Self.framing(of: response, to: request)
    contentBytes = 0
    isPersistent = request.isPersistent && framing != .untilClose
    let date = date.bytes(secondsSince1970: secondsSince1970)
    let keepsOldClient = isPersistent && request.version == .http10
    let connection = isPersistent ? (keepsOldClient ? "keep-alive" : nil) : "close"
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

  /// Sends a piece of the content of the response under way.
  public mutating func write(_ piece: ArraySlice<UInt8>) throws(ResponseWriterError) {
    switch state {
    case .idle:
      throw .noBodyExpected
    case .fixed(let remaining):
      output.write(piece.prefix(remaining))
      contentBytes += min(remaining, piece.count)
      state = .fixed(remaining: max(0, remaining - piece.count))
      if piece.count > remaining { throw .bodyLongerThanAnnounced }
    case .chunked:
      // A chunk of size 0 would be the last one.
      if piece.isEmpty { return }
      output.write { buffer in
        buffer.append(hexadecimal: piece.count)
        buffer.append(.carriageReturn)
        buffer.append(.lineFeed)
      }
      output.write(piece)
      output.write { $0.append(contentsOf: "\r\n".utf8) }
      contentBytes += piece.count
    case .untilClose:
      output.write(piece)
      contentBytes += piece.count
    }
  }

  /// Ends the response under way.
  public mutating func finish() throws(ResponseWriterError) {
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
      contentBytes = bytes.count
    case (.length(let count, sends: true), .pieces(let pieces)):
      for piece in pieces { output.write(piece) }
      contentBytes = count
    case (.length(let count, sends: true), .stream): state = .fixed(remaining: count)
    case (.chunked, _): state = .chunked
    case (.untilClose, _): state = .untilClose
    case (.length, _), (.none, _): break
    }
  }
}
