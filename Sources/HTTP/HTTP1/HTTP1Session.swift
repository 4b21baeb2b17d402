/// The complete server side of one HTTP/1.1 connection, independent of sockets (RFC 9112).
///
/// The session makes the decisions. The caller reads and writes the stream and calls the app. The
/// session decides when the next request may be read, whether an unread body is drained or the
/// connection closed, when `100 Continue` is sent, and whether the connection is reused.
/// `ConnectionState` is its state table. The caller calls `next` in a loop. For each request it
/// calls `respond`, then `write` and `finish` while `needsResponseBody` is true. The request body
/// that the caller passes to the app calls `nextBody`.
public struct HTTP1Session: Sendable {
  /// The next action of the caller.
  public enum Event: Sendable {
    /// Read from the stream, then call `receive` or `receiveEnd`; if the deadline passes, call
    /// `readTimedOut`.
    case needsMoreBytes
    /// Write everything that `takeOutput` returns.
    case hasOutput
    /// Pass the request to the app, then call `respond`.
    case request(RequestHead)
    /// Call `respond` with the status of this error, without calling the app.
    case refusal(RequestError)
    /// Call `respond`, or complete the response that has begun.
    case awaitsResponse
    /// Close the server's side of the stream (`shutdown`, `close_notify`), then call `next` again.
    case endWriting
    /// Close the stream; the connection is over.
    case close
  }

  public let limits: RequestLimits
  /// The state of the connection. The caller chooses the read deadline for it.
  public internal(set) var state = ConnectionState.idle
  var parser: RequestParser
  var writer = ResponseWriter()
  var facts = ResponseWriter.RequestFacts()
  /// Whether the client waits for `100 Continue`, as far as the session can tell.
  var awaitsContinue = false
  var drainedBytes = 0
  /// Whether the last response was to a request whose end cannot be found.
  public internal(set) var isBroken = false
  var peerHasEnded = false
  /// Whether no further request is accepted.
  public private(set) var isFinishing = false
  /// Whether the next response is the last one.
  private var isEndAnnounced = false

  public init(limits: RequestLimits = RequestLimits()) {
    self.limits = limits
    parser = RequestParser(limits: limits)
  }

  /// Processes bytes that were read from the stream.
  public mutating func receive(_ bytes: ArraySlice<UInt8>) {
    switch state {
    case .closing, .closed: break
    case .lingering:
      drain(
        bytes.count, atMost: isBroken ? limits.brokenLingerBytesMax : limits.lingerBytesMax)
    default:
      if !bytes.isEmpty { awaitsContinue = false }
      parser.receive(bytes)
    }
  }

  /// Reports that the client has closed its side. Requests that have arrived still get responses.
  public mutating func receiveEnd() {
    peerHasEnded = true
    if state == .lingering { advance(.peerEnded) }
  }

  /// Reports that a read deadline has passed. Afterwards `state` shows whether a 408 can be sent.
  public mutating func readTimedOut() {
    guard state.after(.readTimedOut) != nil else { return }
    refuseFacts()
    advance(.readTimedOut)
  }

  /// Ends the connection after the next response, which has `Connection: close`. A client that is
  /// about to send a request then learns of the end by a response, and not by a closed connection.
  public mutating func announceEnd() { isEndAnnounced = true }

  /// Accepts no further request. A request that has begun to arrive gets a response with
  /// `Connection: close`.
  public mutating func finishAfterResponse() { isFinishing = true }

  /// Returns the next bytes to write, or nil if there are none. Release the slice once it is
  /// written.
  public mutating func takeOutput() -> ArraySlice<UInt8>? { writer.takeOutput() }

  /// Returns the next action of the caller.
  public mutating func next() -> Event {
    if state == .draining { drainBody() }
    switch state {
    case .idle, .head: return nextRequest()
    case .draining, .lingering: return writer.outputBytes > 0 ? .hasOutput : .needsMoreBytes
    case .closing:
      if writer.outputBytes > 0 { return .hasOutput }
      advance(.writingEnded)
      if peerHasEnded { advance(.peerEnded) }
      return .endWriting
    case .closed: return writer.outputBytes > 0 ? .hasOutput : .close
    case .body, .complete, .broken, .respondingEarly, .responding, .respondingLast:
      return .awaitsResponse
    }
  }

  /// Changes to the state after `event`. The caller ensures that the event is legal; an illegal
  /// event closes the connection.
  mutating func advance(_ event: ConnectionEvent) {
    let next = state.after(event)
    assert(next != nil, "\(event) is illegal in \(state)")
    state = next ?? .closed
  }

  /// Whether another request may follow on this connection after the response that starts now.
  var mayPersist: Bool {
    guard facts.isPersistent, !isFinishing, !isEndAnnounced, state != .broken else { return false }
    guard state == .body else { return true }
    // A client that waits for 100 may send its body or omit it, so the next byte would be
    // ambiguous.
    if awaitsContinue, parser.unreadBytes == 0 { return false }
    return parser.bodyBytesMin <= limits.drainBytesMax
  }
}

/// Requests.
extension HTTP1Session {
  private mutating func nextRequest() -> Event {
    // The next pipelined request may take long to process, so this response is written first.
    if writer.outputBytes > 0 { return .hasOutput }
    do {
      switch try parser.next() {
      case .head(let head): return accept(head)
      case .needsMoreBytes: return awaitHead()
      case .body, .end: return refuse(.malformedRequestLine)
      }
    } catch {
      return refuse(error)
    }
  }

  private mutating func accept(_ head: RequestHead) -> Event {
    if state == .idle { advance(.requestStarted) }
    facts = ResponseWriter.RequestFacts(
      isHead: head.method == .head, version: head.version, isPersistent: head.isPersistent)
    drainedBytes = 0
    awaitsContinue = head.expectation == .continueResponse
    advance(head.hasBody ? .headReadWithBody : .headReadWithoutBody)
    if !head.hasBody {
      // The parser already holds the end of a request without a body, and reading it cannot fail.
      _ = try? parser.next()
    }
    return head.expectation == .unsupported ? .refusal(.unsupportedExpectation) : .request(head)
  }

  private mutating func awaitHead() -> Event {
    if state == .idle, parser.isWithinHead { advance(.requestStarted) }
    if state == .head { return peerHasEnded ? refuse(.truncated) : .needsMoreBytes }
    guard peerHasEnded || isFinishing else {
      writer.shrink()
      return .needsMoreBytes
    }
    advance(peerHasEnded ? .peerEnded : .finishRequested)
    return next()
  }

  private mutating func refuse(_ error: RequestError) -> Event {
    if state == .idle { advance(.requestStarted) }
    refuseFacts()
    advance(.requestRefused)
    return .refusal(error)
  }

  /// Sets the facts of an invalid request. The start of the next request is unknown, so the
  /// connection is closed after the response.
  private mutating func refuseFacts() {
    facts.isHead = parser.method == .head
    facts.isPersistent = false
  }
}

/// Input that is read only to be discarded.
extension HTTP1Session {
  private mutating func drain(_ count: Int, atMost bytesMax: Int) {
    let (sum, overflows) = drainedBytes.addingReportingOverflow(count)
    drainedBytes = sum
    if overflows || sum > bytesMax { advance(.drainLimitReached) }
  }

  /// Discards the rest of a body, as far as it has arrived.
  private mutating func drainBody() {
    parser.discardBody()
    while state == .draining {
      do {
        switch try parser.next() {
        case .body(let bytes): drain(bytes.count, atMost: limits.drainBytesMax)
        case .end: advance(.bodyRead)
        case .needsMoreBytes:
          if peerHasEnded { advance(.peerEnded) }
          return
        case .head: advance(.requestRefused)
        }
      } catch {
        advance(.requestRefused)
      }
    }
  }
}
