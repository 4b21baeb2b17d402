/// One exchange: the content of the request, and the response to it.
extension HTTP1Session {
  /// What the body of a request, which the app reads, is to do.
  public enum BodyEvent: Sendable {
    /// Write all that `takeOutput` gives: it may be the `100 Continue` that the client waits for.
    case hasOutput
    /// Read from the stream, then `receive` or `receiveEnd`; on a passed deadline `readTimedOut`.
    case needsMoreBytes
    /// Content, never empty.
    case piece(ArraySlice<UInt8>)
    case end(trailers: HeaderFields)
  }

  /// The next piece of the content; the first call sends `100 Continue` where it is waited for.
  public mutating func nextBody() throws(RequestBodyError) -> BodyEvent {
    switch state {
    case .body, .respondingEarly: return try readBody()
    case .complete, .responding: return .end(trailers: [:])
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
    case .body(let piece):
      awaitsContinue = false
      return .piece(piece)
    case .end(let trailers):
      advance(.bodyRead)
      return .end(trailers: trailers)
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
      // RFC 9110 section 10.1.1: after the final response there is no 100 any more.
      guard state == .body else { throw .notAvailable }
      if parser.unreadBytes == 0 { writer.writeContinue() }
      awaitsContinue = false
    }
    return writer.outputBytes > 0 ? .hasOutput : .needsMoreBytes
  }

  /// Does the response wait for content, by `write` and `finish`?
  public var needsResponseBody: Bool { writer.needsBody }

  /// How much content the response under way, or the last one, has so far.
  public var responseContentBytes: Int { writer.contentBytes }

  /// Bytes that wait to be written.
  public var outputBytes: Int { writer.outputBytes }

  /// Begins the response to the current request, and ends it where its content is in memory.
  public mutating func respond(
    with response: Response, secondsSince1970: Int
  ) throws(HTTP1SessionError) {
    guard let next = state.after(.responseStarted) else {
      throw .illegal(.responseStarted, in: state)
    }
    var facts = facts
    facts.isPersistent = mayPersist
    state = next
    writer.start(response, to: facts, secondsSince1970: secondsSince1970)
    if !writer.needsBody { endResponse() }
  }

  /// Sends a piece of the response's content; then write what `takeOutput` gives.
  public mutating func write(_ piece: ArraySlice<UInt8>) throws(HTTP1SessionError) {
    do {
      try writer.write(piece)
    } catch {
      failResponse()
      throw .response(error)
    }
  }

  /// Ends the content of the response.
  public mutating func finish() throws(HTTP1SessionError) {
    do {
      try writer.finish()
    } catch {
      failResponse()
      throw .response(error)
    }
    endResponse()
  }

  /// Gives up on the response: the stream is closed without an orderly end, so that the client
  /// notices.
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
