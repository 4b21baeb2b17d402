/// The server's side of one HTTP/2 connection, whole, without a socket (RFC 9113).
///
/// The session decides, the caller acts, in the words of `HTTP1Session`: `receive` what came, do
/// what `next` says, write what `takeOutput` gives. Each request has a stream, on which it is
/// answered in whatever order: `respond`, then `write` and `finish` while `needsResponseBody`.
/// Frames, header compression and flow control are nghttp2's; heads, limits and floods are ours.
/// It belongs to one task at a time, or to several of one loop.
public final class HTTP2Session {
  /// What the caller is to do.
  public enum Event: Sendable {
    /// Read from the stream, then `receive` or `receiveEnd`; or wait for an answer of the app.
    case needsMoreBytes
    /// Write all that `takeOutput` gives.
    case hasOutput
    /// Let the app answer it, then `respond`.
    case request(stream: Int32, RequestHead)
    /// `respond` with the status of this error; the app is not asked.
    case refusal(stream: Int32, RequestError)
    /// `nextBody` has something to say again.
    case bodyArrived(stream: Int32)
    /// The peer has taken what was written; the next piece may come.
    case roomToWrite(stream: Int32)
    /// The stream is over; `isCut` where it ended before the response was sent.
    case streamEnded(stream: Int32, isCut: Bool)
    /// The peer has reset a stream that was over already: it does not want the response.
    case streamRefused(stream: Int32)
    /// Close the stream of bytes; the connection is over.
    case close
  }

  public let limits: RequestLimits
  public let http2: HTTP2Limits
  let frames: FrameSession
  var streams: [Int32: HTTP2Stream] = [:]
  private var events: [Event] = []
  private var nextEvent = 0
  private var boundaries = FrameBoundaries()
  /// Frames that the library has told of, and
  var toldFrameCount = 0
  /// those of which it has not, counted so far.
  private var silentFrameCount = 0
  var clientStreams: ClientStreams
  /// The rule of the protocol that the peer has broken and the library does not check.
  var fault: HTTP2ErrorCode?
  /// Why the peer was told to calm down, nil while it was not.
  public internal(set) var flood: HTTP2Flood?
  var resets: FrameBudget
  var idleFrames: FrameBudget
  var ungrantedContentBytes = 0
  /// Bytes of requests' content that no app has taken.
  public internal(set) var unreadBodyBytes = 0
  /// Bytes of responses' content that were made into frames.
  public internal(set) var sentContentBytes = 0
  /// Which bodies may be sent whole.
  var budget: BodyBudget
  /// Did the DATA frame under way bring content?
  var frameHasContent = false
  /// CONTINUATION frames in a row.
  var continuationCount = 0
  var date = DateField()
  private var isClosed = false
  private(set) var isFinishing = false
  /// Was the connection ended by us, so that nothing is read but the peer's end?
  public private(set) var isEnded = false

  /// Begins a connection, where there is memory for it.
  public init(
    limits: RequestLimits = RequestLimits(), http2: HTTP2Limits = HTTP2Limits()
  ) throws(HTTP2SessionError) {
    limits.assertRelations()
    http2.assertRelations(with: limits)
    self.limits = limits
    self.http2 = http2
    resets = FrameBudget(burst: http2.resetBurst, perSecond: http2.resetsPerSecond)
    idleFrames = FrameBudget(burst: http2.idleFrameBurst, perSecond: http2.idleFramesPerSecond)
    budget = BodyBudget(bytesMax: http2.largeBodyBytesHeldMax)
    clientStreams = ClientStreams(unfinishedMax: http2.unfinishedStreamsMax)
    frames = try FrameSession(limits: http2, headBytesMax: limits.headBytesMax)
    frames.attach(to: self)
  }

  /// Is a head under way, of which the last byte has not come?
  public var isWithinHead: Bool { boundaries.isWithinHead }

  /// How many streams are open.
  public var openStreamCount: Int { streams.count }

  /// Takes bytes that the stream gave; the time is for floods, which are counted by the second.
  public func receive(_ bytes: ArraySlice<UInt8>, secondsSince1970: Int) {
    guard !isClosed, !isEnded, !bytes.isEmpty else { return }
    boundaries.take(bytes)
    resets.refill(atSecond: secondsSince1970)
    idleFrames.refill(atSecond: secondsSince1970)
    guard let code = frames.receive(bytes) else { return countSilentFrames() }
    if let fault { return end(fault) }
    if flood == nil, code == .enhanceYourCalm { flood = .frames }
    end(code)
  }

  /// Counts the frames that the library has thrown away without a word.
  private func countSilentFrames() {
    while !isEnded, silentFrameCount < boundaries.endedCount - toldFrameCount {
      silentFrameCount += 1
      if !countIdleFrame() { end(.enhanceYourCalm) }
    }
  }

  /// Notes that the peer has ended its side: no stream can come to its end any more.
  public func receiveEnd() {
    isClosed = true
    for id in streams.keys.sorted() { streamClosed(id, HTTP2ErrorCode.cancel.rawValue) }
    frames.output.removeAll()
  }

  /// Takes no further streams; those that are open are answered, then the connection ends.
  ///
  /// What the peer sends until it has read of it is answered too; `finishNow` ends the patience.
  public func finishAfterResponses() {
    guard !isFinishing, !isClosed else { return }
    isFinishing = true
    frames.announceEnd()
  }

  /// Takes no stream that has not come yet; a peer knows by the GOAWAY that it may send such a
  /// request again elsewhere.
  public func finishNow() {
    isFinishing = true
    frames.refuseNewStreams()
  }

  /// Ends the connection with GOAWAY; streams that are open are cut.
  public func end(_ code: HTTP2ErrorCode) {
    isEnded = true
    frames.terminate(code)
  }

  /// What is to be done next.
  public func next() -> Event {
    if nextEvent < events.count {
      defer { nextEvent += 1 }
      return events[nextEvent]
    }
    if !events.isEmpty {
      events.removeAll(keepingCapacity: events.count <= 64)
      nextEvent = 0
    }
    if isClosed { return .close }
    frames.gather(atMost: http2.gatheredBytesMax)
    // Gathering may have ended streams, or made room on them.
    if !events.isEmpty { return next() }
    if frames.output.byteCount > 0 { return .hasOutput }
    if frames.isOver {
      isClosed = true
      return .close
    }
    if streams.isEmpty { frames.output.shrink() }
    return .needsMoreBytes
  }

  /// The next bytes to write, nil when none are left; let go of the slice when it is written.
  public func takeOutput() -> ArraySlice<UInt8>? { frames.output.take() }

  /// Bytes that wait to be written.
  public var outputBytes: Int { frames.output.byteCount }

  func tell(_ event: Event) { events.append(event) }

  /// Counts a reset that is the peer's doing; false when there were too many.
  func countReset() -> Bool {
    if resets.spend() { return true }
    flood = flood ?? .resets
    return false
  }

  /// Counts a frame that brings nothing; false when there were too many.
  func countIdleFrame() -> Bool {
    if idleFrames.spend() { return true }
    flood = flood ?? .idleFrames
    return false
  }

  /// Grants frames without content for content that moved.
  func grant(forContent count: Int) {
    ungrantedContentBytes += count
    guard ungrantedContentBytes >= http2.contentBytesPerIdleFrame else { return }
    idleFrames.grant(ungrantedContentBytes / http2.contentBytesPerIdleFrame)
    ungrantedContentBytes %= http2.contentBytesPerIdleFrame
  }
}
