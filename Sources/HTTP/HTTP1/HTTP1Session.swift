/// The server's side of one HTTP/1.1 connection, whole, without a socket (RFC 9112).
///
/// The session decides, the caller acts: it reads and writes the stream and calls the app. It
/// decides when the next request may be read, whether an unread body is drained or the connection
/// closed, when `100 Continue` is sent, and whether the connection is kept. `ConnectionState` is
/// its table. The caller's loop is `next`; for each request it answers `respond`, then `write` and
/// `finish` while `needsResponseBody`; the body that it gives to the app calls `nextBody`.
public struct HTTP1Session: Sendable {
  /// What the caller is to do.
  public enum Event: Sendable {
    /// Read from the stream, then `receive` or `receiveEnd`; on a passed deadline `readTimedOut`.
    case needsMoreBytes
    /// Write all that `takeOutput` gives.
    case hasOutput
    /// Let the app answer it, then `respond`.
    case request(RequestHead)
    /// `respond` with the status of this error; the app is not asked.
    case refusal(RequestError)
    /// `respond` is owed, or the rest of a response.
    case awaitsResponse
    /// End our side of the stream (`shutdown`, `close_notify`); then go on with `next`.
    case endWriting
    /// Close the stream; the connection is over.
    case close
  }

  public let limits: RequestLimits
  /// Where the connection stands: which deadline holds while reading is the caller's to say.
  public internal(set) var state = ConnectionState.idle
  var parser: RequestParser
  var writer = ResponseWriter()
  var facts = ResponseWriter.RequestFacts()
  /// Does the client wait for `100 Continue`, as far as we know?
  var awaitsContinue = false
  var drainedBytes = 0
  /// Whether the last response was to a request whose end cannot be found.
  public internal(set) var isBroken = false
  var peerHasEnded = false
  private var isFinishing = false

  public init(limits: RequestLimits = RequestLimits()) {
    self.limits = limits
    parser = RequestParser(limits: limits)
  }

  /// Takes bytes that the stream gave.
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

  /// Notes that the client has ended its side; requests that are here are answered all the same.
  public mutating func receiveEnd() {
    peerHasEnded = true
    if state == .lingering { advance(.peerEnded) }
  }

  /// Notes that what was waited for has not come in time; after it, `state` says whether a 408 can
  /// be sent.
  public mutating func readTimedOut() {
    guard state.after(.readTimedOut) != nil else { return }
    refuseFacts()
    advance(.readTimedOut)
  }

  /// Takes no further request: what has begun to arrive is answered with `Connection: close`.
  public mutating func finishAfterResponse() { isFinishing = true }

  /// The next bytes to write, nil when none are left; let go of the slice when it is written.
  public mutating func takeOutput() -> ArraySlice<UInt8>? { writer.takeOutput() }

  /// What is to be done next.
  public mutating func next() -> Event {
    if state == .draining { drainBody() }
    switch state {
    case .idle, .head: return nextRequest()
    case .draining: return nextReading()
    case .lingering: return writer.outputBytes > 0 ? .hasOutput : .needsMoreBytes
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

  /// Moves along the table; the caller has made sure that the event is legal, and if not, all ends
  /// here.
  mutating func advance(_ event: ConnectionEvent) {
    let next = state.after(event)
    assert(next != nil, "\(event) is illegal in \(state)")
    state = next ?? .closed
  }

  /// Reading is all that is left to do, but output goes first.
  func nextReading() -> Event {
    writer.outputBytes > 0 ? .hasOutput : .needsMoreBytes
  }

  /// May the response that starts now be followed by another on this connection?
  var mayPersist: Bool {
    guard facts.isPersistent, !isFinishing, state != .broken else { return false }
    guard state == .body else { return true }
    // A client that waits for 100 may send its content or leave it out: the next byte would be
    // ambiguous.
    if awaitsContinue, parser.unreadBytes == 0 { return false }
    return parser.bodyBytesMin <= limits.drainBytesMax
  }
}

/// Requests.
extension HTTP1Session {
  private mutating func nextRequest() -> Event {
    // The next of a pipeline may take long to answer: this one's answer does not wait for it.
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
      // The end of a request without content is in the parser already, and cannot fail.
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

  /// What is known of a request that is not one: nobody knows where the next begins, so answer and
  /// close.
  private mutating func refuseFacts() {
    facts.isHead = parser.method == .head
    facts.isPersistent = false
  }
}

/// What is read only to be dropped.
extension HTTP1Session {
  private mutating func drain(_ count: Int, atMost bytesMax: Int) {
    let (sum, overflows) = drainedBytes.addingReportingOverflow(count)
    drainedBytes = sum
    if overflows || sum > bytesMax { advance(.drainLimitReached) }
  }

  /// Reads over the rest of a body, as far as it is here.
  private mutating func drainBody() {
    parser.discardBody()
    while state == .draining {
      do {
        switch try parser.next() {
        case .body(let piece): drain(piece.count, atMost: limits.drainBytesMax)
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
