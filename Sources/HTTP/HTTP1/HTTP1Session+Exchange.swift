/// One exchange: the body of the request, and the response.
extension HTTP1Session {
  /// The next step in reading a request body.
  public enum BodyEvent: Sendable {
    /// Write everything that `takeOutput` returns: it may be the `100 Continue` that the client
    /// waits for.
    case hasOutput
    /// Read from the stream, then call `receive` or `receiveEnd`; if the deadline passes, call
    /// `readTimedOut`.
    case needsMoreBytes
    /// The next bytes of the body, never empty.
    case bytes(ArraySlice<UInt8>)
    case end
  }

  /// Returns the next step in reading the body. The first call sends `100 Continue` if the client
  /// waits for it.
  public mutating func nextBody() throws(RequestBodyError) -> BodyEvent {
    switch state {
    case .body, .respondingEarly: return try readBody()
    case .complete, .responding: return .end
    case .broken, .respondingLast: throw .truncated
    default: throw .notAvailable
    }
  }

  private mutating func readBody() throws(RequestBodyError) -> BodyEvent {
    let event: RequestParser.Event
    do {
      event = try parser.next()
    } catch {
      if case .bodyTooLarge(let limit) = error { throw .tooLarge(limit: limit) }
      advance(.requestRefused)
      throw .malformed(error)
    }
    switch event {
    case .body(let bytes):
      awaitsContinue = false
      return .bytes(bytes)
    case .end:
      advance(.bodyRead)
      return .end
    case .needsMoreBytes:
      return try awaitBody()
    case .head:
      advance(.requestRefused)
      throw .malformed(.malformedRequestLine)
    }
  }

  private mutating func awaitBody() throws(RequestBodyError) -> BodyEvent {
    if peerHasEnded {
      advance(.peerEnded)
      throw .truncated
    }
    if awaitsContinue {
      // RFC 9110 section 10.1.1: no 100 may follow the final response.
      guard state == .body else { throw .notAvailable }
      if parser.unreadBytes == 0 { writer.writeContinue() }
      awaitsContinue = false
    }
    return writer.outputBytes > 0 ? .hasOutput : .needsMoreBytes
  }

  /// Whether the response waits for calls of `write` and `finish`.
  public var needsResponseBody: Bool { writer.needsBody }

  /// Body bytes written so far for the current or the last response.
  public var responseBodyBytes: Int { writer.bodyBytes }

  /// Number of bytes that wait to be written.
  public var outputBytes: Int { writer.outputBytes }

  /// Begins the response to the current request, and completes it if its body is in memory.
  public mutating func respond(
    with response: Response, secondsSince1970: Int
  ) throws(ResponseError) {
    guard let next = state.after(.responseStarted) else { throw .noResponseExpected }
    var facts = facts
    facts.isPersistent = mayPersist
    state = next
    writer.start(response, to: facts, secondsSince1970: secondsSince1970)
    if !writer.needsBody { endResponse() }
  }

  /// Appends bytes to the response body. Then write what `takeOutput` returns.
  public mutating func write(_ bytes: ArraySlice<UInt8>) throws(ResponseError) {
    do {
      try writer.write(bytes)
    } catch {
      failResponse()
      throw error
    }
  }

  /// Ends the response body.
  public mutating func finish() throws(ResponseError) {
    do {
      try writer.finish()
    } catch {
      failResponse()
      throw error
    }
    endResponse()
  }

  /// Aborts the response. The stream is closed without an orderly end, so that the client notices.
  public mutating func failResponse() {
    if state.after(.responseFailed) != nil { advance(.responseFailed) }
  }

  private mutating func endResponse() {
    isBroken = state == .respondingLast
    if isBroken { drainedBytes = 0 }
    let persists = writer.isPersistent && !isBroken
    advance(persists ? .responseEndedPersisting : .responseEndedClosing)
  }
}
