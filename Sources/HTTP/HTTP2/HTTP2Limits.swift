/// What one HTTP/2 connection may make the server hold or do, beside `RequestLimits`.
public struct HTTP2Limits: Hashable, Sendable {
  /// Streams open at one time (SETTINGS_MAX_CONCURRENT_STREAMS); one more is refused.
  public var streamsMax = 128
  /// Bytes of one body that the peer may send before the body has its turn, if it is longer at all
  /// (SETTINGS_INITIAL_WINDOW_SIZE).
  public var streamWindowBytes = 256 * 1024
  /// Bytes of all bodies of a connection that no app has taken yet.
  public var connectionWindowBytes = 1024 * 1024
  /// Bytes of all bodies of a connection that the app and the session hold: those that go into
  /// their streams' windows, on all streams, and beyond these as many whole ones as fit. The others
  /// wait.
  public var bodyBytesHeldMax = 64 * 1024 * 1024
  /// What each of the two header compression tables may hold (RFC 7541 section 4.2).
  public var headerTableBytes = 4096
  /// CONTINUATION frames after one HEADERS frame (CVE-2024-28182).
  public var continuationsMax = 8
  /// How many times its limit a head is read on, so that it can be answered with 431; past it, it
  /// is an attack (CVE-2019-9516).
  public var refusedHeadRatioMax = 4
  /// Resets that come at once, the peer's and those that its faults make us send (CVE-2023-44487).
  public var resetBurst = 200
  /// Resets that may come each second in the long run; each request answered grants one more.
  public var resetsPerSecond = 20
  /// Frames that carry no request and no content and come at once: PING, SETTINGS, PRIORITY,
  /// WINDOW_UPDATE, CONTINUATION, empty DATA (CVE-2019-9511 to 9518).
  public var idleFrameBurst = 1000
  /// The same each second in the long run.
  public var idleFramesPerSecond = 100
  /// How many bytes of content, either way, grant one such frame more: it is a WINDOW_UPDATE.
  public var contentBytesPerIdleFrame = 1024
  /// Entries of one SETTINGS frame (CVE-2019-9515).
  public var settingsEntriesMax = 32
  /// PING and SETTINGS acknowledgements that wait to be written (CVE-2019-9512).
  public var acknowledgementsMax = 500
  /// Frames of every kind that wait to be written: a peer that reads nothing must not be able to
  /// make more of them.
  public var queuedFramesMax = 2000
  /// Bytes of output up to which more is gathered before it is written; a frame may come on top.
  public var gatheredBytesMax = 44 * 1024

  public init() {}

  /// Streams that a client may have begun and not ended, those included that the server has reset
  /// and the client does not know of yet.
  var unfinishedStreamsMax: Int { 2 * streamsMax }

  /// What is left for bodies that are longer than their streams' windows.
  var largeBodyBytesHeldMax: Int { bodyBytesHeldMax - streamsMax * streamWindowBytes }

  /// The least that `bodyBytesHeldMax` may be: a body of every allowed length has its turn.
  public func bodyBytesHeldMin(with request: RequestLimits) -> Int {
    streamsMax * streamWindowBytes + request.bodyBytesMax
  }

  /// Ends the program where limits contradict each other; called when a session is made.
  public func assertRelations(with request: RequestLimits) {
    precondition(streamsMax >= 1 && streamsMax <= 1 << 16, "a stream at least may be open")
    precondition(
      streamWindowBytes >= 1 && streamWindowBytes <= connectionWindowBytes
        && connectionWindowBytes >= 65_535 && connectionWindowBytes < 1 << 31,
      "a stream's window fits into the connection's, which is never under 65,535 (RFC 9113 6.9.2)")
    precondition(
      request.bodyBytesMax <= 1 << 40 && bodyBytesHeldMax <= 1 << 48
        && bodyBytesHeldMax >= bodyBytesHeldMin(with: request),
      "one whole body fits beside the streams' windows")
    precondition(headerTableBytes >= 0 && headerTableBytes <= 1 << 16, "tables are small")
    precondition(
      refusedHeadRatioMax >= 1 && refusedHeadRatioMax <= 1024 && request.headBytesMax <= 1 << 24,
      "a head over its limit is read on at least to be answered")
    precondition(
      continuationsMax >= 0 && continuationsMax <= 1 << 16 && settingsEntriesMax >= 1
        && acknowledgementsMax >= 1 && queuedFramesMax >= acknowledgementsMax + 4 * streamsMax
        && contentBytesPerIdleFrame >= 1 && gatheredBytesMax >= 1,
      "limits are not negative, and frames move")
    precondition(
      resetBurst >= 1 && resetBurst <= 1 << 20 && resetsPerSecond >= 0
        && resetsPerSecond <= 1 << 20 && idleFrameBurst >= 8 && idleFrameBurst <= 1 << 20
        && idleFramesPerSecond >= 0 && idleFramesPerSecond <= 1 << 20,
      "an honest beginning of a connection fits")
  }
}
