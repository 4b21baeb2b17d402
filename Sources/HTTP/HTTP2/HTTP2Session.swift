/// The complete server side of one HTTP/2 connection, independent of sockets (RFC 9113).
///
/// The session makes the decisions and the caller acts on them, as with `HTTP1Session`: call
/// `receive` with the bytes that arrived, do what `next` returns, and write what `takeOutput`
/// returns. Each request has its own stream, and responses may be sent in any order: call
/// `respond`, then `write` and `finish` while `needsResponseBody` is true. nghttp2 handles frames,
/// header compression and flow control; this module handles heads, limits and floods. A session may
/// be used by one task at a time, or by several tasks of one loop.
public final class HTTP2Session {
  /// The next action of the caller.
  public enum Event: Sendable {
    /// Read from the connection, then call `receive` or `receiveEnd`; or wait for a response of the
    /// app.
    case needsMoreBytes
    /// Write everything that `takeOutput` returns.
    case hasOutput
    /// Pass the request to the app, then call `respond`.
    case request(stream: Int32, RequestHead)
    /// Call `respond` with the status of this error, without calling the app.
    case refusal(stream: Int32, RequestError)
    /// Call `nextBody` again; it has a new result.
    case bodyArrived(stream: Int32)
    /// The peer has accepted what was written, and `write` may be called again.
    case writable(stream: Int32)
    /// The stream is over; `isCut` is true if it ended before the response was sent.
    case streamEnded(stream: Int32, isCut: Bool)
    /// The peer has reset a stream that was already over, and thus rejects the response.
    case streamRefused(stream: Int32)
    /// Close the underlying stream; the connection is over.
    case close
  }

  public let limits: RequestLimits
  public let http2: HTTP2Limits
  let frames: FrameSession
  private(set) var streams: [Int32: HTTP2Stream] = [:]
  /// The stream that was looked up last. The next lookup is usually for the same one.
  private var lastStream: HTTP2Stream?
  private var events: [Event] = []
  private var nextEvent = 0
  private var boundaries = FrameBoundaries()
  /// Number of frames that nghttp2 has reported.
  var reportedFrameCount = 0
  /// Number of frames counted so far that nghttp2 has not reported.
  private var unreportedFrameCount = 0
  var clientStreams: ClientStreams
  /// A protocol error of the peer that nghttp2 does not detect, or nil.
  var fault: HTTP2ErrorCode?
  /// Why the connection was ended with ENHANCE_YOUR_CALM, or nil.
  public internal(set) var flood: HTTP2Flood?
  var resets: TokenBucket
  var idleFrames: TokenBucket
  var ungrantedBodyBytes = 0
  /// Number of request body bytes that the app has not read.
  public internal(set) var unreadBodyBytes = 0
  /// Number of response body bytes that have been put into frames.
  public internal(set) var sentBodyBytes = 0
  /// The stream whose head continues in further frames, until it has arrived.
  var unfinishedHead: Int32?
  /// Whether the current DATA frame contains body data.
  var frameHasData = false
  /// Number of consecutive CONTINUATION frames.
  var continuationCount = 0
  var date = DateField()
  private var isClosed = false
  /// Whether the end of the connection has been announced.
  public private(set) var isFinishing = false
  /// Whether the server has ended the connection, so that input is ignored except for the peer's
  /// close.
  public private(set) var isEnded = false

  /// Creates a session, or returns nil if memory is exhausted.
  public init?(limits: RequestLimits = RequestLimits(), http2: HTTP2Limits = HTTP2Limits()) {
    limits.assertRelations()
    http2.assertRelations()
    guard let frames = FrameSession(limits: http2, headBytesMax: limits.headBytesMax) else {
      return nil
    }
    self.frames = frames
    self.limits = limits
    self.http2 = http2
    resets = TokenBucket(burst: http2.resetBurst, perSecond: http2.resetsPerSecond)
    idleFrames = TokenBucket(burst: http2.idleFrameBurst, perSecond: http2.idleFramesPerSecond)
    clientStreams = ClientStreams(unfinishedMax: http2.unfinishedStreamsMax)
    frames.attach(to: self)
  }

  func stream(_ id: Int32) -> HTTP2Stream? {
    if let lastStream, lastStream.id == id { return lastStream }
    lastStream = streams[id]
    return lastStream
  }

  func addStream(_ id: Int32) { streams[id] = HTTP2Stream(id: id) }

  func removeStream(_ id: Int32) -> HTTP2Stream? {
    lastStream = nil
    return streams.removeValue(forKey: id)
  }

  /// Whether a head has begun and its last byte has not arrived.
  public var isWithinHead: Bool { boundaries.isWithinHead }

  /// Number of open streams.
  public var openStreamCount: Int { streams.count }

  /// Processes bytes that were read from the connection. The flood limits, which count per second,
  /// need the time.
  public func receive(_ bytes: ArraySlice<UInt8>, secondsSince1970: Int) {
    guard !isClosed, !isEnded, !bytes.isEmpty else { return }
    boundaries.take(bytes)
    resets.refill(atSecond: secondsSince1970)
    idleFrames.refill(atSecond: secondsSince1970)
    guard let code = frames.receive(bytes) else { return countUnreportedFrames() }
    if let fault { return end(fault) }
    if flood == nil, code == .enhanceYourCalm { flood = .frames }
    end(code)
  }

  /// Counts the frames that nghttp2 has discarded without reporting them.
  private func countUnreportedFrames() {
    while !isEnded, unreportedFrameCount < boundaries.endedCount - reportedFrameCount {
      unreportedFrameCount += 1
      if !countIdleFrame() { end(.enhanceYourCalm) }
    }
  }

  /// Reports that the peer has closed its side, so that no stream can be completed.
  public func receiveEnd() {
    isClosed = true
    for id in streams.keys.sorted() { streamClosed(id, HTTP2ErrorCode.cancel.rawValue) }
    frames.output.removeAll()
  }

  /// Announces the end of the connection. Open streams get their responses, then the connection
  /// ends.
  ///
  /// Streams that the peer opens before it has read the announcement also get responses, until
  /// `finishNow` is called.
  public func finishAfterResponses() {
    guard !isFinishing, !isClosed else { return }
    isFinishing = true
    frames.announceEnd()
  }

  /// Refuses every stream that has not arrived yet. GOAWAY tells the peer that it may retry such a
  /// request on another connection.
  public func finishNow() {
    isFinishing = true
    frames.refuseNewStreams()
  }

  /// Ends the connection with GOAWAY and cuts open streams short.
  public func end(_ code: HTTP2ErrorCode) {
    isEnded = true
    frames.terminate(code)
  }

  /// Returns the next action of the caller.
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
    // Gathering output may end streams, or make them writable.
    if !events.isEmpty { return next() }
    if frames.output.byteCount > 0 { return .hasOutput }
    if frames.isOver {
      isClosed = true
      return .close
    }
    if streams.isEmpty { frames.output.shrink() }
    return .needsMoreBytes
  }

  /// Returns the next bytes to write, or nil if there are none. Release the slice once it is
  /// written.
  public func takeOutput() -> ArraySlice<UInt8>? { frames.output.take() }

  /// Number of bytes that wait to be written.
  public var outputBytes: Int { frames.output.byteCount }

  func report(_ event: Event) { events.append(event) }

  /// Counts a reset that the peer caused. Returns false if there were too many.
  func countReset() -> Bool {
    if resets.spend() { return true }
    flood = flood ?? .resets
    return false
  }

  /// Counts a frame without useful data. Returns false if there were too many.
  func countIdleFrame() -> Bool {
    if idleFrames.spend() { return true }
    flood = flood ?? .idleFrames
    return false
  }

  /// Permits more frames without data in return for body data that was transferred.
  func grant(forBodyBytes count: Int) {
    ungrantedBodyBytes += count
    guard ungrantedBodyBytes >= http2.bodyBytesPerIdleFrame else { return }
    idleFrames.grant(ungrantedBodyBytes / http2.bodyBytesPerIdleFrame)
    ungrantedBodyBytes %= http2.bodyBytesPerIdleFrame
  }
}

/// A token bucket that limits the work a peer can cause. Elapsed time and useful work refill it.
struct TokenBucket {
  let burst: Int
  let perSecond: Int
  private(set) var tokens: Int
  private var second: Int?

  init(burst: Int, perSecond: Int) {
    self.burst = burst
    self.perSecond = perSecond
    tokens = burst
  }

  /// Adds the tokens for the time since the last call. If the clock goes backwards, it adds none.
  mutating func refill(atSecond now: Int) {
    defer { second = now }
    guard let second, now > second else { return }
    let (passed, overflows) = now.subtractingReportingOverflow(second)
    let (granted, overflowsToo) = passed.multipliedReportingOverflow(by: perSecond)
    grant(overflows || overflowsToo ? burst : granted)
  }

  /// Adds tokens, up to the burst.
  mutating func grant(_ count: Int) {
    tokens = count >= burst - tokens ? burst : tokens + count
  }

  /// Takes a token; returns false if none is left.
  mutating func spend() -> Bool {
    guard tokens > 0 else { return false }
    tokens -= 1
    return true
  }
}
